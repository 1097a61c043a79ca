import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHostileServer, tokenPath, type HostileServer, type Respond } from '../contract/hostile-server.ts';
import { clientKeyPassphrase, fixture, fixturePath, mutualTls, startTlsFront } from '../contract/secure-service.ts';
import { carrel, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

const folder = workFolder();
const study = '24-006';
const secret = 'hush-hush-secret';
const keyText = fixture('client-key').split('\n')[1] ?? '';

afterAll(() => folder.remove());

async function connectAs(
  name: string,
  baseUrl: string,
  more: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = await carrel(['connect', '--base-url', baseUrl, '--partner-id', 'P-1', '--client-id', 'site 03', '--json', ...more], {
    dataDir: join(folder.path, name),
    env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: secret, ...env },
  });
  const reported = ended.stdout + ended.stderr;
  for (const hidden of [secret, clientKeyPassphrase, keyText, 'canary']) expect(reported).not.toContain(hidden);
  return ended;
}

function isStored(name: string): boolean {
  return existsSync(join(folder.path, name, 'keys.json'));
}

/** A page of subjects without any. */
const noSubjects: Respond = (_request, response) => {
  const identifier = { system: 'urn:x#IDB.Protocol', value: study };
  response.end(JSON.stringify({ resourceType: 'Bundle', identifier, type: 'searchset', total: 0, link: [], entry: [] }));
};

describe('a separate token address', () => {
  let [data, login]: HostileServer[] = [];
  beforeAll(async () => {
    [data, login] = [await startHostileServer({ page: noSubjects }), await startHostileServer({ page: noSubjects })];
  });
  afterAll(async () => {
    await data?.close();
    await login?.close();
  });

  test('receives the client by HTTP Basic with scope and audience, is announced, and is kept for the sync', async () => {
    const url = `${login?.baseUrl ?? ''}${tokenPath}`;
    const how = ['--token-auth', 'basic', '--scope', 'api://s/.default', '--audience', 'https://s.example', '--token-url', url];
    const { code, stderr, result } = await connectAs('login', data?.baseUrl ?? '', [...how, '--study', study]);
    expect([code, result.tokenHost]).toEqual([0, new URL(url).host]);
    expect(stderr).toContain(`The client id and client secret are sent to the token address ${new URL(url).host}, not to`);
    const [asked] = login?.tokens ?? [];
    expect(Buffer.from(asked?.headers.authorization?.slice(6) ?? '', 'base64').toString()).toBe(`site+03:${secret}`);
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'api://s/.default',
      audience: 'https://s.example',
    });
    expect([data?.tokens.length, data?.pages.length]).toEqual([0, 1]);
    expect(JSON.stringify(data?.pages)).not.toContain(secret);

    await carrel(['sync', study, '--only', 'subjects', '--json'], { dataDir: join(folder.path, 'login') });
    expect(login?.tokens.length).toBe(2);
    expect(login?.tokens[1]?.headers.authorization).toBe(asked?.headers.authorization);
    expect(data?.tokens).toEqual([]);
  });

  test('is refused if the secret would be sent in plain text', async () => {
    const { code, result } = await connectAs('plain', data?.baseUrl ?? '', ['--token-url', 'http://login.example/token']);
    expect([code, isStored('plain')]).toEqual([2, false]);
    expect(result.message).toContain('The token address must start with https://');
  });
});

test.each([
  [['--token-auth', 'header'], /"--token-auth" must be body, basic or query/],
  [['--token-style', 'header'], /"--token-style" must be body, basic or query/],
  [['--token-auth', 'basic', '--token-style', 'query'], /Give only one of them/],
  [['--scope', 'a "b"'], /value of --scope/],
  [['--audience', 'a b'], /value of --audience/],
  [['--client-certificate', fixturePath('client-cert')], /together/],
  [['--client-key', fixturePath('client-key')], /together/],
  [['--client-certificate', fixturePath('client-cert'), '--client-key', fixturePath('stranger-key')], /does not belong/],
  [['--client-certificate', fixturePath('client-cert'), '--client-key', fixturePath('client-key-encrypted')], /is encrypted/],
  [['--client-certificate', fixturePath('client-cert'), '--client-key', '/nowhere/at-all.pem'], /--client-key file cannot be read/],
  [['--client-certificate', fixturePath('client-cert'), '--client-key', fixturePath('client-key')], /presented over TLS only/],
])('%j is a usage error before anything is sent', async (more, says) => {
  // Nobody listens on port 1: anything sent would end as NETWORK.
  const { code, result } = await connectAs('wrong', 'http://127.0.0.1:1', more);
  expect([code, isStored('wrong')]).toEqual([2, false]);
  expect(result.message).toMatch(says);
});

describe('a refusal (faults F73, F74)', () => {
  const refusing = (status: number, body: string): Respond => {
    return (_request, response) => {
      response.writeHead(status).end(body);
    };
  };

  test.each([
    ['invalid_client', 401, '{"error":"invalid_client","error_description":"canary"}', /invalid_client, status 401.*--token-auth basic/],
    ['a page that requires a certificate', 400, '<h1>No required SSL certificate was sent</h1>canary', /requires a client certificate/],
    ['a gateway', 403, '<h1>Forbidden</h1>canary', /A gateway at .* refused the token request/],
  ])('of a token by %s ends with 10 and stores nothing', async (_what, status, body, says) => {
    const server = await startHostileServer({ token: refusing(status, body), page: noSubjects });
    const { code, result } = await connectAs('refused', server.baseUrl, []);
    await server.close();
    expect([code, result.category, isStored('refused')]).toEqual([10, 'AUTH', false]);
    expect(result.message).toMatch(says);
  });

  test.each([
    [401, 10],
    [403, 11],
  ])('of every request for data with %i, once a token was granted, ends with %i and stores nothing', async (status, exit) => {
    const server = await startHostileServer({ page: refusing(status, 'canary') });
    const { code } = await connectAs('no-data', server.baseUrl, ['--study', study]);
    await server.close();
    expect([code, isStored('no-data')]).toEqual([exit, false]);
    expect(server.pages.length).toBeGreaterThan(0);
  });
});

describe('a gateway that requires a client certificate', () => {
  let service: Sandbox;
  let front: Awaited<ReturnType<typeof startTlsFront>>;
  beforeAll(async () => {
    service = await startSandbox(['--subjects', '2', '--studies', study]);
    front = await startTlsFront(Number(new URL(service.baseUrl).port), mutualTls());
  });
  afterAll(async () => {
    await front.close();
    await service.stop();
  });

  const connect = async (more: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
    const { partnerId, clientId, clientSecret } = service;
    const address = more.includes('--base-url') ? [] : ['--base-url', `https://localhost:${front.port}`];
    const args = ['connect', ...address, '--partner-id', partnerId, '--client-id', clientId, '--json'];
    return carrel([...args, '--extra-certificates', fixturePath('root-cert'), ...more], {
      dataDir: join(folder.path, 'mutual'),
      env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: clientSecret, ...env },
    });
  };
  const own = ['--client-certificate', fixturePath('client-cert'), '--client-key', fixturePath('client-key-encrypted')];
  const sync = async (): Promise<Ended> =>
    carrel(['sync', study, '--only', 'subjects', '--json'], { dataDir: join(folder.path, 'mutual') });

  test('is reported without a client certificate, and reachable with the stored one from then on', async () => {
    const refused = await connect([]);
    expect([refused.code, isStored('mutual')]).toEqual([10, false]);
    expect(refused.result.message).toContain('requires a client certificate (TLS alert certificate_required)');

    const connected = await connect([...own, '--study', study], { CARREL_CLIENT_KEY_PASSPHRASE: clientKeyPassphrase });
    expect(connected.code).toBe(0);
    expect(connected.stderr).toContain('Client certificate: Carrel test site 03, valid until 2126-01-01.');
    expect(connected.stdout + connected.stderr).not.toContain(keyText);
    expect((await sync()).code).toBe(0);

    // Again without naming a certificate: the stored one is used.
    expect((await connect([])).code).toBe(0);
    const without = await connect(['--client-certificate', 'none']);
    expect(without.code).toBe(10);
    // Nothing was stored, so what was there still works.
    expect((await sync()).code).toBe(0);
  });

  test('never receives the client certificate that was given for other hosts', async () => {
    const other = await startTlsFront(Number(new URL(service.baseUrl).port), mutualTls());
    const moved = await connect(['--base-url', `https://localhost:${other.port}`]);
    await other.close();
    expect(moved.code).toBe(10);
    expect(moved.result.message).toContain('requires a client certificate');
  });

  test('has its certificate removed on request once it is no longer required', async () => {
    const plain = await startTlsFront(Number(new URL(service.baseUrl).port));
    const { code, stderr } = await connect(['--base-url', `https://localhost:${plain.port}`, '--client-certificate', 'none']);
    expect([code, stderr.includes('Client certificate')]).toEqual([0, false]);
    expect(stderr).toContain('The stored client certificate, Carrel test site 03, and its key are removed from the vault.');
    expect((await connect([])).code).toBe(10);
    const again = await connect(['--base-url', `https://localhost:${plain.port}`]);
    await plain.close();
    expect([again.code, again.stderr.includes('is removed')]).toEqual([0, false]);
  });

  test('has its certificate removed, with a message, by a connection to other hosts', async () => {
    expect((await connect(own, { CARREL_CLIENT_KEY_PASSPHRASE: clientKeyPassphrase })).code).toBe(0);
    const plain = await startTlsFront(Number(new URL(service.baseUrl).port));
    const { code, stderr } = await connect(['--base-url', `https://localhost:${plain.port}`]);
    await plain.close();
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Carrel test site 03, and its key are removed .*: it was given for a different service or token address .* --client-key/,
    );
    expect(stderr).not.toContain(keyText);
  });
});

describe('a service whose public key is pinned', () => {
  let service: Sandbox;
  let front: Awaited<ReturnType<typeof startTlsFront>>;
  const trusted = join(folder.path, 'trusted.pem');
  const right = createHash('sha256')
    .update(new X509Certificate(fixture('service-cert')).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const [pinned, another] = (['service', 'localhost'] as const).map((name) => ({
    cert: fixture(`${name}-cert`),
    key: fixture(`${name}-key`),
  }));
  beforeAll(async () => {
    writeFileSync(trusted, `${fixture('root-cert')}\n${fixture('localhost-cert')}`);
    service = await startSandbox(['--subjects', '2', '--studies', study]);
    front = await startTlsFront(Number(new URL(service.baseUrl).port), pinned);
  });
  afterAll(async () => {
    await front.close();
    await service.stop();
  });

  const connect = async (more: readonly string[]): Promise<Ended> => {
    const { partnerId, clientId, clientSecret } = service;
    const address = more.includes('--base-url') ? [] : ['--base-url', `https://localhost:${front.port}/`];
    const args = ['connect', ...address, '--partner-id', partnerId, '--client-id', clientId, '--json'];
    return carrel([...args, '--extra-certificates', trusted, ...more], {
      dataDir: join(folder.path, 'pinned'),
      env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: clientSecret },
    });
  };

  test('must prove the pinned key to each later connect that names no pins', async () => {
    expect((await connect(['--pin', right])).code).toBe(0);
    const again = await connect([]);
    expect([again.code, again.stderr.includes('are removed')]).toEqual([0, false]);
    front.prove(another ?? {});
    const refused = await connect([]);
    expect([refused.code, refused.result.category]).toEqual([13, 'TLS']);
    expect(refused.result.message).toContain('proved none of the pinned keys');
  });

  test('need not prove it after --pin none, which says that the pins are removed', async () => {
    const removed = await connect(['--pin', 'none']);
    expect([removed.code, removed.stderr.includes('were given for another service')]).toEqual([0, false]);
    expect(removed.stderr).toContain('The stored public key pins are removed: any trusted certificate is now accepted.');
    const again = await connect([]);
    expect([again.code, again.stderr.includes('are removed')]).toEqual([0, false]);
    front.prove(pinned ?? {});
  });

  test('loses its pins to a connection to another service, which says so', async () => {
    expect((await connect(['--pin', right])).code).toBe(0);
    const other = await startTlsFront(Number(new URL(service.baseUrl).port), another);
    const moved = await connect(['--base-url', `https://localhost:${other.port}`]);
    await other.close();
    expect(moved.code).toBe(0);
    expect(moved.stderr).toMatch(/pins are removed: .* They were given for another service, https:\/\/localhost:\d+\. .*--pin/);
  });
});

test('the help names every option for token requests', async () => {
  const { stdout } = await carrel(['connect', '--help'], { dataDir: folder.path });
  for (const option of [
    '--token-auth body|basic|query',
    '--token-style',
    '--scope',
    '--audience',
    '--token-url',
    '--client-certificate',
    '--client-key',
  ])
    expect(stdout).toContain(option);
});
