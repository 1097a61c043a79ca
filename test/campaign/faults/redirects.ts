import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { Connection } from '../../../src/shared/connection.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

const only = { sync: { only: ['labs'] } } as const;
const search = '/svc-apim/external/v2/crit/svc/api/observation?researchstudy=22-001&category=laboratory';

function redirects(where: 'labs' | 'token', { thief, baseUrl }: FaultBench): readonly Variant[] {
  const targets = [
    ...thief.addresses.map((address) => `${address}${search}`),
    `//127.0.0.1:${thief.port}/`,
    `${baseUrl}${search}&page=2`,
    `${baseUrl}${search}`,
    search,
    'javascript:1',
  ];
  return targets.flatMap((location, at) =>
    [301, 302, 303, 307, 308]
      // Every status is tried with some target, and every target with several statuses.
      .filter((_status, nth) => (nth + at) % 3 === 0)
      .map((status) => ({
        name: `${status} to ${location.slice(0, 24)}`,
        faults: [{ where, status, headers: { location }, body: '' }] as const,
        code: 18,
        ...only,
        check: (_outcome, bench) =>
          assert.deepEqual([bench.seen('token').length, bench.seen('data').length], [1, where === 'token' ? 0 : 1]),
      })),
  );
}

/** Headers that make a browser store something or go elsewhere. */
function tempting({ thief: { port } }: FaultBench): Fault {
  return {
    where: 'all',
    headers: {
      'set-cookie': 'session=CNRY-cookie; Path=/; Max-Age=31536000',
      'clear-site-data': '"*"',
      'strict-transport-security': 'max-age=31536000; includeSubDomains; preload',
      'alt-svc': `h2="127.0.0.1:${port}"; ma=86400, h3=":${port}"`,
      refresh: `0; url=http://127.0.0.1:${port}/`,
      link: `<http://127.0.0.1:${port}/>; rel=preload`,
      location: `http://127.0.0.1:${port}/`,
      'content-location': `http://127.0.0.1:${port}/`,
      'content-security-policy-report-only': `report-uri http://127.0.0.1:${port}/`,
    },
  };
}

async function tryHeaders(bench: FaultBench): Promise<void> {
  const files = (): readonly string[] => readdirSync(bench.folder, { recursive: true }).map(String).sort();
  const before = files();
  await tryVariants(bench, [
    {
      name: 'headers for browsers',
      faults: [tempting(bench)],
      code: 0,
      check: () => {
        assert.ok(bench.seen('data').length > 10);
        assert.ok(
          bench.seen().every(({ headers }) => !headers.includes('cookie')),
          'a cookie was sent back',
        );
        assert.deepEqual(files(), before, 'a file appeared');
      },
    },
    ...(['labs', 'token'] as const).flatMap((where) =>
      [
        ['one header of 1 MB', `x-long: ${'x'.repeat(1_000_000)}\r\n`],
        ['40,000 headers', Array.from({ length: 40_000 }, (_, at) => `x-${at}: some more text\r\n`).join('')],
      ].map(([name, headers]) => ({
        name: `${where}: ${name}`,
        faults: [{ where, raw: `HTTP/1.1 200 OK\r\n${headers}content-length: 2\r\n\r\n{}` }] as const,
        code: 19,
        ...only,
      })),
    ),
  ]);
}

async function tryAddresses(bench: FaultBench): Promise<void> {
  const { port } = bench.thief;
  const refused = [
    'http://192.0.2.7',
    `http://127.0.0.1.example.org:${port}`,
    `http://0.0.0.0:${port}`,
    `http://user:hunter2@127.0.0.1:${port}`,
    `https://user@127.0.0.1:${port}`,
    `https://@127.0.0.1:${port}`,
    `https://127.0.0.1:${port}/a/../b`,
    `https://127.0.0.1:${port}/%2e%2E/b`,
    `https://127.0.0.1:${port}/..`,
    `https://127.0.0.1:${port}/?a=1`,
    `https://127.0.0.1:${port}/#a`,
    `ftp://127.0.0.1:${port}`,
    `file://127.0.0.1:${port}/etc`,
    `127.0.0.1:${port}`,
    '',
  ];
  for (const baseUrl of refused) {
    bench.faults([]);
    await bench.connectTo({ baseUrl } satisfies Partial<Connection>);
    const outcome = await bench.sync({ only: ['labs'] });
    assert.deepEqual([outcome.exitCode, outcome.code], [2, 'USAGE'], baseUrl);
    assert.ok(!outcome.text.includes('hunter2'), 'the password of the address was repeated');
    assert.deepEqual([bench.seen().length, bench.thief.connections()], [0, 0], baseUrl);
  }
}

export const redirectCases: readonly FaultCase[] = [
  {
    id: 'F49',
    title: 'a redirect of a search is never followed, wherever it leads',
    run: async (bench) => tryVariants(bench, redirects('labs', bench)),
  },
  {
    id: 'F49',
    title: 'a redirect of the token request is never followed, and no data is requested',
    run: async (bench) => tryVariants(bench, redirects('token', bench)),
  },
  { id: 'F52', title: 'a base address that is not https, has a user or climbs is refused before any packet is sent', run: tryAddresses },
  { id: 'F53', title: 'cookies, HSTS, Alt-Svc, Refresh and similar headers are ignored; headers of 1 MB are refused', run: tryHeaders },
];
