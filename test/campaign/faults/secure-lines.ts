import assert from 'node:assert/strict';
import type { SecureVersion, TlsOptions } from 'node:tls';
import { startConnectProxy, type ProxyOptions } from '../../contract/connect-proxy.ts';
import { impatient } from '../../contract/hostile-server.ts';
import { fixture, fixturePath, startTlsFront } from '../../contract/secure-service.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import type { Outcome, SyncArgs } from '../bench/side.ts';
import type { FaultCase } from './fault-case.ts';

const issued = (name: string): TlsOptions => ({ cert: fixture(`${name}-cert`), key: fixture('service-key') });
const version = (only: SecureVersion): TlsOptions => ({
  ...issued('service'),
  minVersion: only,
  maxVersion: only,
  ciphers: 'DEFAULT@SECLEVEL=0',
});
const name = 'research.example.test';
const password = 'letmein-CNRY';

/** Sync arguments that trust the fixtures' root, and may name a proxy: by settings in this process, by the environment in another one. */
function going(proxy: string | null, trusting = true): Pick<SyncArgs, 'network' | 'env'> {
  const env = { ...(trusting ? { NODE_EXTRA_CA_CERTS: fixturePath('root-cert') } : {}), ...(proxy === null ? {} : { HTTPS_PROXY: proxy }) };
  return { network: { extraPem: trusting ? fixture('root-cert') : null, proxy }, env };
}

/** TLS in front of the bench's service, and the bench connected to it. */
async function secured(bench: FaultBench, options: TlsOptions, host: string, use: () => Promise<void>): Promise<void> {
  const front = await startTlsFront(Number(new URL(bench.baseUrl).port), options);
  bench.moveData();
  bench.faults([]);
  await bench.connectTo({ baseUrl: `https://${host}:${front.port}` });
  try {
    await use();
  } finally {
    await bench.recover();
    await front.close();
  }
}

async function tryCertificates(bench: FaultBench): Promise<void> {
  const self: TlsOptions = { cert: fixture('localhost-cert'), key: fixture('localhost-key') };
  const lines: readonly (readonly [string, TlsOptions, string, boolean, number])[] = [
    ['a trusted one', issued('service'), 'localhost', true, 0],
    ['expired', issued('expired'), 'localhost', true, 13],
    ['not valid yet', issued('future'), 'localhost', true, 13],
    ['for another name', issued('other-name'), 'localhost', true, 13],
    ['for another name, asked by address', issued('other-name'), '127.0.0.1', true, 13],
    ['self-signed', self, 'localhost', true, 13],
    ['of a root that nobody trusts', issued('service'), 'localhost', false, 13],
    ['TLS 1.0', version('TLSv1'), 'localhost', true, 13],
    ['TLS 1.1', version('TLSv1.1'), 'localhost', true, 13],
    ['TLS 1.2', version('TLSv1.2'), 'localhost', true, 0],
  ];
  for (const [what, options, host, trusting, code] of lines) {
    await secured(bench, options, host, async () => {
      // Turning verification off in the environment has no effect.
      const { network, env } = going(null, trusting);
      const outcome = await bench.sync({ only: ['labs'], network: network ?? {}, env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
      assert.equal(outcome.exitCode, code, `${what}: ${outcome.code}`);
      if (code === 0) return;
      assert.equal(bench.seen().length, 0, `${what}: something was sent`);
      assert.match(bench.of(outcome, 'labs').error?.message ?? '', /this check cannot be bypassed/);
    });
  }
}

/** http links of a secure service lead to the secure service only. */
async function tryPlainLinks(bench: FaultBench): Promise<void> {
  for (const address of ['http://127.0.0.1', 'http://localhost', 'http://user@localhost'])
    await secured(bench, issued('service'), 'localhost', async () => {
      bench.faults([{ where: 'labs', replace: [['http://127\\.0\\.0\\.1:\\d+(?=/svc)', `${address}:${bench.thief.port}`]] }]);
      const outcome = await bench.sync({ only: ['labs'], ...going(null) });
      assert.equal(outcome.exitCode, 0, outcome.code);
      assert.ok(bench.seen('labs').length >= bench.of(outcome, 'labs').pages + 2);
    });
}

interface Proxied {
  readonly what: string;
  readonly options?: Partial<ProxyOptions>;
  readonly address?: (port: number) => string;
  readonly trusting?: false;
  readonly code: number;
  readonly says?: RegExp;
}

const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
const proxied: readonly Proxied[] = [
  { what: 'a proxy', code: 0 },
  { what: 'a proxy over TLS', options: { tls: { cert: fixture('service-cert'), key: fixture('service-key') } }, code: 0 },
  { what: 'a proxy with credentials', options: { authorization }, address: (port) => `http://me:${password}@localhost:${port}`, code: 0 },
  { what: '407 without credentials', options: { authorization }, code: 12, says: /asks for a user name and password/ },
  {
    what: '407 for Kerberos and NTLM',
    options: { status: 407, challenges: ['Negotiate', 'NTLM'] },
    code: 12,
    says: /asks for a sign-in by Negotiate \(Kerberos or NTLM\), NTLM, .*px or cntlm/,
  },
  {
    what: '407 for wrong credentials',
    options: { authorization: 'Basic other' },
    address: (port) => `http://me:${password}@localhost:${port}`,
    code: 12,
    says: /rejected the user name and password/,
  },
  { what: '403 of the proxy', options: { status: 403 }, code: 12, says: /The proxy localhost:\d+ could not connect/ },
  { what: 'a redirect of the proxy', options: { status: 302 }, code: 12, says: /The proxy localhost:\d+ could not connect/ },
  {
    what: 'a proxy that is not there',
    address: () => 'http://localhost:1',
    code: 12,
    says: /The proxy at localhost:1 could not be reached/,
  },
  { what: 'a SOCKS proxy', address: (port) => `socks5://me:${password}@localhost:${port}`, code: 2, says: /SOCKS/ },
  { what: 'a root that nobody trusts, behind a proxy', trusting: false, code: 13 },
];

async function tryProxies(bench: FaultBench): Promise<void> {
  for (const { what, options, address, trusting, code, says } of proxied)
    await secured(bench, issued('service'), name, async () => {
      const { proxy, outcome } = await throughProxy(bench, { ...options }, address, trusting ?? true);
      assert.equal(outcome.exitCode, code, `${what}: ${outcome.code}`);
      assertReported(outcome, says);
      assert.deepEqual(proxy.plain, [], `${what}: the proxy could read a request`);
      assert.doesNotMatch(proxy.bytes().toString('latin1'), /Bearer|partnerid|client_secret|researchstudy/i);
      assert.ok(code === 0 || bench.seen('data').length === 0);
    });
}

function assertReported({ text, studies, message }: Outcome, says: RegExp | undefined): void {
  // The process's environment contains what a person put there; nothing else may contain it.
  const reported = JSON.stringify([studies, message]);
  assert.ok(!reported.includes(password) && !reported.includes(authorization), 'the proxy’s password was reported');
  assert.ok(text.length > 0);
  if (says !== undefined) assert.match(reported, says);
}

async function throughProxy(
  bench: FaultBench,
  options: Partial<ProxyOptions>,
  address: ((port: number) => string) | undefined,
  trusting: boolean,
  during: (close: () => Promise<void>) => void = () => undefined,
) {
  const front = await startTlsFront(Number(new URL(bench.baseUrl).port));
  const proxy = await startConnectProxy({ routes: { [`${name}:443`]: front.port }, ...options });
  await bench.connectTo({ baseUrl: `https://${name}` });
  during(() => proxy.close());
  try {
    const { network, env } = going(address?.(proxy.port) ?? proxy.url, trusting);
    // In this process, the wait for a lost proxy is short.
    const outcome = await bench.sync({ only: ['labs'], network: { ...network, ...impatient }, env: env ?? {} });
    return { proxy, outcome };
  } finally {
    await proxy.close();
    await front.close();
  }
}

/** The proxy dies when page 3 is requested: what was read stays, and the next run continues without the proxy. */
async function tryDyingProxy(bench: FaultBench): Promise<void> {
  bench.moveData();
  const { outcome } = await throughProxy(bench, {}, undefined, true, (close) => {
    bench.faults([
      {
        where: 'labs',
        pages: [3],
        alter: (answer) => {
          void close();
          return answer;
        },
        delay: 20,
      },
    ]);
  });
  assert.equal(outcome.exitCode, 12, outcome.code);
  assert.match(bench.of(outcome, 'labs').error?.message ?? '', /The proxy at localhost:\d+ could not be reached/);
}

export const secureLineCases: readonly FaultCase[] = [
  { id: 'F35', title: 'http links of a secure service are requested over https', run: tryPlainLinks },
  {
    id: 'F50',
    title: 'certificates that are expired, for another name or from an untrusted issuer, and old TLS, are refused; nothing is sent',
    run: tryCertificates,
  },
  {
    id: 'F51',
    title: 'a proxy tunnels without reading; its 407, its refusals and its absence are named; an additional root is trusted',
    run: tryProxies,
  },
  { id: 'F51', title: 'a proxy that dies mid-run is named, and the next run succeeds without it', run: tryDyingProxy },
];
