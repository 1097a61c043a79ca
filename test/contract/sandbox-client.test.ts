import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasets, datasetNames } from '../../src/shared/datasets/datasets.ts';
import { parseBundle, type Bundle } from '../../src/core/bundle/bundle.ts';
import { createService, type Service } from '../../src/core/client/service.ts';
import { judgeLinks } from '../../src/core/client/links.ts';
import { testConnection } from '../../src/core/client/test-connection.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Connection } from '../../src/shared/connection.ts';
import { swift } from './hostile-server.ts';

let sandbox: Sandbox;
let connection: Connection;
let service: Service;
let study: string;

beforeAll(async () => {
  sandbox = createSandbox({ port: 0, subjects: 12, pageSize: 25 });
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  connection = { baseUrl: await sandbox.listen(), partnerId, clientId, tokenStyle: 'body', demo: true };
  service = createService({ connection, secret: clientSecret, network: swift });
  study = sandbox.studies[0] ?? '';
});
afterAll(async () => {
  service.close();
  await sandbox.close();
});

async function readAll(name: (typeof datasetNames)[number]): Promise<Bundle[]> {
  const bundles: Bundle[] = [];
  for (let page: number | null = 1; page !== null;) {
    const fetched: { readonly read: { readonly bundle: Bundle; readonly next: number | null } } = await service.fetchPage(
      datasets[name],
      study,
      page,
      (body, address) => {
        const bundle = parseBundle(body);
        const { next, foreign } = judgeLinks(bundle.links, address);
        expect(foreign).toBe(false);
        return { bundle, next: next.kind === 'page' ? next.page : null };
      },
    );
    bundles.push(fetched.read.bundle);
    page = fetched.read.next;
  }
  return bundles;
}

describe('the client against the reference service', () => {
  test.each(datasetNames)('reads all pages of %s, and they add up to the total', async (name) => {
    const bundles = await readAll(name);
    const entries = bundles.flatMap((bundle) => bundle.entries);
    expect(entries.length).toBe(bundles[0]?.total);
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map(({ resource }) => resource?.['resourceType']))).toEqual(new Set([datasets[name].resourceType]));
    expect(bundles.map(({ identifier }) => identifier)).toEqual(bundles.map(() => study));
  });

  test('the token parameters can also be sent as query parameters', async () => {
    const other = createService({
      connection: { ...connection, tokenStyle: 'query' },
      secret: sandbox.credentials.clientSecret,
      network: swift,
    });
    await expect(other.token()).resolves.toMatchObject({ lifetime: 3600 });
    other.close();
  });

  test('an unknown study is FORBIDDEN, a wrong secret AUTH', async () => {
    await expect(service.fetchPage(datasets.labs, 'no-such-study', 1, parseBundle)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const wrong = createService({ connection, secret: 'not the secret', network: swift });
    await expect(wrong.token()).rejects.toMatchObject({ code: 'AUTH' });
    wrong.close();
  });

  test('a wrong partner id is refused', async () => {
    const wrong = createService({
      connection: { ...connection, partnerId: 'nobody' },
      secret: sandbox.credentials.clientSecret,
      network: swift,
    });
    await expect(wrong.fetchPage(datasets.labs, study, 1, parseBundle)).rejects.toMatchObject({
      code: expect.stringMatching(/AUTH|FORBIDDEN/),
    });
    wrong.close();
  });
});

describe('connection test', () => {
  const run = (over: { readonly secret?: string; readonly study?: string; readonly baseUrl?: string }) =>
    testConnection({
      connection: { ...connection, baseUrl: over.baseUrl ?? connection.baseUrl },
      secret: over.secret ?? sandbox.credentials.clientSecret,
      study: over.study ?? study,
      version: '0.1.0',
      network: swift,
    });
  const states = async (over: Parameters<typeof run>[0]) => (await run(over)).steps.map(({ state }) => state);

  test('all steps pass; plain http to this computer skips the TLS step', async () => {
    expect(await states({})).toEqual(['ok', 'skipped', 'ok', 'ok']);
  });

  test('names the first failing step and skips the later ones', async () => {
    expect(await states({ baseUrl: 'http://research.example.org' })).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
    expect(await states({ secret: 'wrong' })).toEqual(['ok', 'skipped', 'failed', 'skipped']);
    expect(await states({ study: '99-999' })).toEqual(['ok', 'skipped', 'ok', 'failed']);
  });

  test('has no secret, token or full client id in its report', async () => {
    for (const over of [{}, { secret: 'hush-hush-hush' }, { study: '99-999' }]) {
      const { report, steps } = await run(over);
      const text = `${report}${JSON.stringify(steps)}`;
      for (const hidden of [sandbox.credentials.clientSecret, 'hush', connection.clientId, 'Bearer']) expect(text).not.toContain(hidden);
      expect(report).toMatch(/^carrel 0\.1\.0 · connection test\ndns +ok/);
    }
  });
});
