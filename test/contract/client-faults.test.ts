import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { parseBundle } from '../../src/core/bundle/bundle.ts';
import { createService, type NetworkSettings, type Service } from '../../src/core/client/service.ts';
import { connectionTo, startHostileServer, startRawServer, startThief, swift, impatient, type Respond } from './hostile-server.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const bundle = '{"resourceType":"Bundle","type":"searchset","total":0,"link":[],"entry":[]}';
const sendBundle: Respond = (_request, response) => {
  response.end(bundle);
};

async function serviceOf(page: Respond, token?: Respond, network: NetworkSettings = {}) {
  const server = await startHostileServer(token === undefined ? { page } : { page, token });
  cleanups.push(() => server.close());
  return { server, service: open(server.baseUrl, network) };
}
function open(baseUrl: string, network: NetworkSettings = {}, signal: AbortSignal | null = null): Service {
  const service = createService({ connection: connectionTo(baseUrl), secret: 'hush-hush', signal, network: { ...swift, ...network } });
  cleanups.push(() => service.close());
  return service;
}
function fetchFirst(service: Service, read: (body: Buffer) => unknown = (body) => body.toString()) {
  return service.fetchPage(datasets.labs, '22-001', 1, read);
}
async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'OK';
  } catch (error: unknown) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message).not.toMatch(/hush|token-1/);
    return error.code;
  }
}

describe('token (faults F01 to F10)', () => {
  test.each([
    ['a refused client', 400, '{"error":"invalid_client"}', 'AUTH'],
    ['an unauthorized client', 401, 'no', 'AUTH'],
    ['a sign-in page with 200', 200, '<html>sign in</html>', 'PROTOCOL'],
    ['a missing endpoint', 404, '', 'PROTOCOL'],
    ['no token', 200, '{"token_type":"Bearer"}', 'PROTOCOL'],
    ['an empty token', 200, '{"token_type":"Bearer","access_token":""}', 'PROTOCOL'],
    ['a number as token', 200, '{"token_type":"Bearer","access_token":7}', 'PROTOCOL'],
    ['a token with a line break', 200, '{"token_type":"Bearer","access_token":"a\\r\\nx-evil: 1"}', 'PROTOCOL'],
    ['a token of 1 MB', 200, `{"token_type":"Bearer","access_token":"${'x'.repeat(1_000_000)}"}`, 'PROTOCOL'],
    ['another token type', 200, '{"token_type":"mac","access_token":"a"}', 'PROTOCOL'],
    ['a redirect', 302, '', 'SECURITY'],
  ])('%s: one token request, no data request, and the run is over', async (_name, status, body, code) => {
    const { server, service } = await serviceOf(sendBundle, (_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
    });
    expect(await codeOf(fetchFirst(service))).toBe(code);
    expect([server.tokens.length, server.pages.length]).toEqual([1, 0]);
    expect(service.ended('22-001')?.code).toBe(code);
  });

  test('a failing token endpoint is tried again', async () => {
    const { server, service } = await serviceOf(sendBundle, (_request, response, count) => {
      if (count < 3) response.writeHead(503).end();
      else response.end('{"token_type":"bearer","access_token":"late"}');
    });
    expect((await fetchFirst(service)).read).toBe(bundle);
    expect(server.tokens).toHaveLength(3);
    expect(server.pages[0]?.headers.authorization).toBe('Bearer late');
  });

  test.each([['0'], ['-1'], ['"3600"'], ['1e12'], ['1.5'], ['null']])('expires_in %s: no token loop', async (lifetime) => {
    const { server, service } = await serviceOf(sendBundle, (_request, response) => {
      response.end(`{"token_type":"Bearer","access_token":"t","expires_in":${lifetime}}`);
    });
    for (let page = 1; page <= 10; page += 1) await service.fetchPage(datasets.labs, '22-001', page, () => null);
    expect(server.tokens).toHaveLength(1);
  });

  test('a token that is refused once is renewed once and the same page repeated', async () => {
    const { server, service } = await serviceOf((request, response) => {
      if (request.headers.authorization === 'Bearer token-1') response.writeHead(401).end();
      else response.end(bundle);
    });
    const page = await service.fetchPage(datasets.labs, '22-001', 3, (body) => body.toString());
    expect(page.read).toBe(bundle);
    expect(server.tokens).toHaveLength(2);
    expect(server.pages.map(({ url }) => new URL(url, server.baseUrl).searchParams.get('page'))).toEqual(['3', '3']);
  });

  test('four pages that are refused at once share one renewal', async () => {
    const waiting: (() => void)[] = [];
    const { server, service } = await serviceOf((request, response) => {
      if (request.headers.authorization !== 'Bearer token-1') {
        response.end(bundle);
        return;
      }
      waiting.push(() => {
        response.writeHead(401).end();
      });
      if (waiting.length === 4) for (const refuse of waiting) refuse();
    });
    await Promise.all([1, 2, 3, 4].map((page) => service.fetchPage(datasets.labs, '22-001', page, () => null)));
    expect([server.tokens.length, waiting.length]).toEqual([2, 4]);
  });

  test('a second refusal ends the run after two token requests', async () => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(401).end();
    });
    expect(await codeOf(fetchFirst(service))).toBe('AUTH');
    expect([server.tokens.length, server.pages.length]).toEqual([2, 2]);
    expect(service.ended('22-001')?.code).toBe('AUTH');
  });

  test('the secret is sent in the body only or, by setting, in the token address only', async () => {
    for (const tokenStyle of ['body', 'query'] as const) {
      const { server } = await serviceOf(sendBundle);
      const service = createService({ connection: connectionTo(server.baseUrl, { tokenStyle }), secret: 'hush&hush', network: swift });
      await service.fetchPage(datasets.labs, '22-001', 1, () => null);
      service.close();
      const [asked] = server.tokens;
      const sent = new URLSearchParams(tokenStyle === 'body' ? asked?.body : asked?.url.split('?')[1]);
      expect(Object.fromEntries(sent)).toEqual({
        client_id: 'carrel-site-03',
        client_secret: 'hush&hush',
        grant_type: 'client_credentials',
        scope: 'full',
      });
      expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(tokenStyle === 'body' ? asked?.url : asked?.body).not.toContain('hush');
      expect(JSON.stringify([asked?.headers, server.pages])).not.toContain('hush');
    }
  });
});

describe('data requests', () => {
  test('carry no token that expired before a connection was open (faults F08)', async () => {
    let now = 0;
    const server = await startHostileServer({
      page: sendBundle,
      token: (_request, response, count) => {
        response.end(JSON.stringify({ token_type: 'Bearer', access_token: `token-${count}`, expires_in: 2 }));
        // The answer is on its way, and whoever waits for it is blocked for three seconds.
        if (count === 1) now += 3000;
      },
    });
    cleanups.push(() => server.close());
    expect((await fetchFirst(open(server.baseUrl, { clock: () => now }))).read).toBe(bundle);
    expect(server.pages.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-2']);
  });

  test('carry the required headers and parameters, and use neither cache nor cookies', async () => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(200, { 'set-cookie': 'a=b', refresh: '0; url=http://127.0.0.1:1/' }).end(bundle);
    });
    await service.fetchPage(datasets.labs, '22-001 & more', 1, () => null);
    await service.fetchPage(datasets.subjects, '22-001', 2, () => null);
    expect(server.pages.map(({ url }) => url)).toEqual([
      '/svc-apim/external/v2/crit/svc/api/observation?researchstudy=22-001+%26+more&category=laboratory',
      '/svc-apim/external/v2/crit/svc/api/Group?researchstudy=22-001&page=2',
    ]);
    expect(server.pages[1]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-partnerid': '0417',
      'cache-control': 'no-store',
      accept: 'application/json',
    });
    expect(server.pages[1]?.headers.cookie).toBeUndefined();
  });

  test.each([
    [204, 'PROTOCOL', 1],
    [206, 'PROTOCOL', 1],
    [304, 'PROTOCOL', 1],
    [400, 'PROTOCOL', 1],
    [403, 'FORBIDDEN', 1],
    [404, 'PROTOCOL', 1],
    [422, 'PROTOCOL', 1],
    [429, 'RATE', 5],
    [500, 'SERVER', 5],
    [503, 'SERVER', 5],
  ])('status %i on every request is %s after %i requests', async (status, code, requests) => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(status).end();
    });
    expect(await codeOf(fetchFirst(service))).toBe(code);
    expect(server.pages).toHaveLength(requests);
  });

  test('succeed after 503 three times', async () => {
    const { server, service } = await serviceOf((_request, response, count) => {
      response.writeHead(count <= 3 ? 503 : 200).end(bundle);
    });
    expect((await fetchFirst(service)).read).toBe(bundle);
    expect(server.pages).toHaveLength(4);
  });

  test('end at once on a Retry-After beyond the limit', async () => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(503, { 'retry-after': '1000000000' }).end();
    });
    expect(await codeOf(fetchFirst(service))).toBe('RATE');
    expect(server.pages).toHaveLength(1);
    // Other datasets wait for nothing either.
    expect(await codeOf(fetchFirst(service))).toBe('RATE');
    expect(server.pages).toHaveLength(1);
  });

  test('that wait for their turn end too if one is told to wait beyond the limit', async () => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    const codes = await Promise.all(Array.from({ length: 9 }, async () => codeOf(fetchFirst(service))));
    expect(new Set(codes)).toEqual(new Set(['RATE']));
    expect(server.pages.length).toBeLessThanOrEqual(4);
  });

  test.each([
    ['1', 5, /still asked to wait after 5 tries\./],
    ['301', 1, /asked to wait 301 s, longer than a sync waits for one page/],
  ] as const)('429 with Retry-After: %s on every request explains why it ends after %i requests', async (seconds, requests, says) => {
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(429, { 'retry-after': seconds }).end();
    });
    await expect(fetchFirst(service)).rejects.toMatchObject({ code: 'RATE', message: expect.stringMatching(says) });
    expect(server.pages).toHaveLength(requests);
  });

  test.each([[301], [302], [303], [307], [308]])('a redirect with %i is never followed', async (status) => {
    const thief = await startThief();
    cleanups.push(() => thief.close());
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${thief.port}/` }).end();
    });
    expect(await codeOf(fetchFirst(service))).toBe('SECURITY');
    expect([server.pages.length, thief.connections()]).toEqual([1, 0]);
  });

  test('an answer that is not understood is requested once more, and may then be valid', async () => {
    const { server, service } = await serviceOf((_request, response, count) => {
      response.end(count === 1 ? '<html>sign in</html>' : bundle);
    });
    expect((await fetchFirst(service, parseBundle)).read).toMatchObject({ total: 0 });
    expect(server.pages).toHaveLength(2);
    const again = await serviceOf((_request, response) => {
      response.end(bundle);
    });
    expect(
      await codeOf(
        fetchFirst(again.service, () => {
          throw new AppError('PROTOCOL', 'not a Bundle');
        }),
      ),
    ).toBe('PROTOCOL');
    expect(again.server.pages).toHaveLength(2);
  });

  test('a sign-in page is reported as such', async () => {
    const { service } = await serviceOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    });
    await expect(fetchFirst(service, parseBundle)).rejects.toThrow(/login page/);
  });

  test('an unreachable service is NETWORK and ends the run', async () => {
    const { server, service } = await serviceOf(sendBundle, undefined, impatient);
    await service.token();
    await server.close();
    expect(await codeOf(fetchFirst(service))).toBe('NETWORK');
    expect(service.ended('22-001')?.code).toBe('NETWORK');
  });

  test('cancelling ends a request that hangs', async () => {
    const control = new AbortController();
    const server = await startHostileServer({
      page: () => {
        control.abort();
      },
    });
    cleanups.push(() => server.close());
    expect(await codeOf(fetchFirst(open(server.baseUrl, {}, control.signal)))).toBe('CANCELLED');
  });
});

describe('bodies', () => {
  const packed = gzipSync(bundle);
  const broken = Buffer.from(packed);
  broken.writeUInt32LE(7, broken.length - 8);

  test.each([
    ['gzip', packed, 'OK'],
    ['x-gzip', packed, 'OK'],
    ['identity', Buffer.from(bundle), 'OK'],
    ['gzip', broken, 'PROTOCOL'],
    ['gzip', packed.subarray(0, packed.length - 12), 'PROTOCOL'],
    ['gzip', Buffer.from(bundle), 'PROTOCOL'],
    ['gzip, gzip', gzipSync(packed), 'PROTOCOL'],
    ['br', Buffer.from(bundle), 'PROTOCOL'],
    ['zstd', Buffer.from(bundle), 'PROTOCOL'],
  ])('with encoding %s are decoded or refused', async (encoding, body, code) => {
    const { service } = await serviceOf((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    expect(await codeOf(fetchFirst(service))).toBe(code);
  });

  test('a gzip bomb is stopped at 64 MiB decoded', async () => {
    const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024, 0x20));
    const { server, service } = await serviceOf((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await codeOf(fetchFirst(service))).toBe('LIMIT');
    expect(server.pages).toHaveLength(1);
  });

  test.each([
    ['zeros after its end', packed, Buffer.alloc(1024 * 1024)],
    ['empty members', Buffer.alloc(0), Buffer.concat(Array<Buffer>(50_000).fill(gzipSync('')))],
  ])('a gzip stream with endless %s, which decode to nothing, is stopped at 64 MiB', async (_what, begin, part) => {
    let closed = false;
    // As good as endless, but a reader without the limit ends as well.
    let left = Math.ceil((256 * 1024 * 1024) / part.length);
    const { service } = await serviceOf((_request, response) => {
      const more = (): void => {
        if (closed) return;
        if (left-- > 0) response.write(part, more);
        else response.end();
      };
      response.on('close', () => {
        closed = true;
      });
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(begin.length === 0 ? part : begin, more);
    });
    expect(await codeOf(fetchFirst(service))).toBe('LIMIT');
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  test('a declared length of 2 GB is refused before it is read', async () => {
    const { service } = await serviceOf((_request, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 31) });
      response.write('x');
    });
    expect(await codeOf(fetchFirst(service))).toBe('LIMIT');
  });

  test('count against the limit of pages in flight until they are released', async () => {
    const half = ' '.repeat(33 * 1024 * 1024) + bundle;
    const { service } = await serviceOf((_request, response) => {
      response.end(half);
    });
    const first = await fetchFirst(service, () => null);
    expect(await codeOf(fetchFirst(service, () => null))).toBe('LIMIT');
    first.release();
    expect(await codeOf(fetchFirst(service, () => null))).toBe('OK');
  });

  test.each([
    ['content-length', `HTTP/1.1 200 OK\r\ncontent-length: ${bundle.length}\r\n\r\n${bundle.slice(0, 30)}`],
    ['chunked', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1e\r\n${bundle.slice(0, 30)}\r\n`],
    [
      'gzip',
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`),
        packed.subarray(0, 20),
      ]),
    ],
    ['headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['status line', ''],
  ])('a transfer cut off in its %s is NETWORK', async (_where, bytes) => {
    const raw = await startRawServer((socket) => {
      socket.end(bytes);
    });
    cleanups.push(() => raw.close());
    expect(await codeOf(open(raw.baseUrl).token())).toBe('NETWORK');
  });

  test('headers of 1 MB are LIMIT', async () => {
    const raw = await startRawServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(1_000_000)}\r\n\r\n`);
    });
    cleanups.push(() => raw.close());
    expect(await codeOf(open(raw.baseUrl).token())).toBe('LIMIT');
  });

  test('an answer that is not HTTP is PROTOCOL', async () => {
    const raw = await startRawServer((socket) => {
      socket.end('SSH-2.0-OpenSSH_9.2\r\n');
    });
    cleanups.push(() => raw.close());
    expect(await codeOf(open(raw.baseUrl).token())).toBe('PROTOCOL');
  });

  test('informational answers before the final one are ignored', async () => {
    const { service } = await serviceOf((_request, response) => {
      for (let i = 0; i < 20; i += 1) response.writeProcessing();
      response.end(bundle);
    });
    expect(await codeOf(fetchFirst(service))).toBe('OK');
  });

  test('that take long do not make the service’s clock look wrong', async () => {
    const now = Date.now.bind(Date);
    let passed = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + passed);
    const { service } = await serviceOf((_request, response) => {
      response.write(bundle.slice(0, 10));
      setTimeout(() => {
        passed = 60_000;
        response.end(bundle.slice(10));
      }, 300);
    });
    expect((await fetchFirst(service)).read).toBe(bundle);
    expect(service.clockOffset()).toBe(0);
  });

  test('a dripping body and silence each meet their deadline', async () => {
    const once = { backoff: { tries: 1, base: 1, ceiling: 1, timeoutMs: 1000 } };
    const drip = await serviceOf(
      (_request, response) => {
        const timer = setInterval(() => {
          response.write(' ');
        }, 5);
        response.on('close', () => {
          clearInterval(timer);
        });
      },
      undefined,
      { ...once, deadlines: { connect: 60_000, idle: 60_000, total: 500 } },
    );
    await expect(fetchFirst(drip.service)).rejects.toThrow(/did not finish/);
    const silent = await serviceOf(
      (_request, response) => {
        response.write(' ');
      },
      undefined,
      { ...once, deadlines: { connect: 60_000, idle: 500, total: 60_000 } },
    );
    await expect(fetchFirst(silent.service)).rejects.toThrow(/sent nothing more/);
  });
});
