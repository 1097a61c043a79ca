import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proveConnection } from '../../../src/core/client/prove-connection.ts';
import { createService, proxyOf, type NetworkSettings, type Service } from '../../../src/core/client/service.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';
import type { Connection } from '../../../src/shared/connection.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { SyncPause } from '../../../src/shared/status.ts';
import { emptyPage, startPartnerService, type PartnerService } from './partner-service.ts';

const swift = { ...usualBackoff, base: 1, ceiling: 1, tries: 3 };
const text = (body: Buffer): string => body.toString();

let partner: PartnerService;
let service: Service | null;
beforeEach(async () => {
  partner = await startPartnerService();
  service = null;
});
afterEach(() => {
  service?.close();
  partner.close();
});

function connect(over: Partial<Connection> = {}, network: NetworkSettings = {}, onPause?: (pause: SyncPause) => void): Service {
  const connection = { baseUrl: partner.baseUrl, partnerId: '0417', clientId: 'c', tokenStyle: 'body', demo: false, ...over } as const;
  service = createService({ connection, secret: 's', network: { backoff: swift, random: () => 0, ...network }, onPause });
  return service;
}

describe('a page', () => {
  test('is requested with its search, and from the second on with its number', async () => {
    const to = connect();
    await to.fetchPage(datasets.labs, '22-001', 1, text);
    await to.fetchPage(datasets.subjects, '22-001', 2, text);
    const { path, category } = datasets.labs.endpoint;
    const group = datasets.subjects.endpoint.path;
    expect(partner.asked.slice(1)).toEqual([
      `${path.replace(/^.*\/api\//, '')}?researchstudy=22-001&category=${category ?? ''}`,
      `${group.replace(/^.*\/api\//, '')}?researchstudy=22-001&page=2`,
    ]);
    expect(partner.heard.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer token',
      'x-partnerid': '0417',
      accept: 'application/json',
    });
  });

  test('is read, and its bytes are counted until they are released', async () => {
    const { read, release } = await connect().fetchPage(datasets.labs, '22-001', 1, text);
    expect(read).toBe(emptyPage);
    release();
  });

  test('that cannot be read is fetched once more', async () => {
    const refuse = (): never => {
      throw new AppError('PROTOCOL', 'garbled');
    };
    await expect(connect().fetchPage(datasets.labs, '22-001', 1, refuse)).rejects.toMatchObject({ message: 'garbled' });
    expect(partner.asked).toHaveLength(3);
  });

  test('that is refused with its token is requested with another one, once', async () => {
    partner.answer = (_request, response) => response.writeHead(401).end();
    const to = connect();
    await expect(to.fetchPage(datasets.labs, '22-001', 1, text)).rejects.toMatchObject({ code: 'AUTH' });
    expect(partner.asked.filter((one) => one === 'token')).toHaveLength(2);
    expect(to.ended('22-001')).toMatchObject({ code: 'AUTH' });
    expect(to.ended()).toBeNull();
    await expect(to.fetchPage(datasets.vitals, '22-001', 1, text)).rejects.toMatchObject({ code: 'AUTH' });
    expect(partner.asked).toHaveLength(4);
  });

  test('of another study that is refused with a renewed token costs no further token', async () => {
    let isRefused = true;
    partner.answer = (_request, response) => response.writeHead(isRefused ? 401 : 200).end(emptyPage);
    const to = connect();
    await to.fetchPage(datasets.labs, '1', 1, text).catch(() => undefined);
    await to.fetchPage(datasets.labs, '2', 1, text).catch(() => undefined);
    expect(partner.asked.filter((one) => one === 'token')).toHaveLength(2);
    isRefused = false;
    await to.fetchPage(datasets.labs, '3', 1, text);
    isRefused = true;
    await to.fetchPage(datasets.vitals, '3', 1, text).catch(() => undefined);
    expect(partner.asked.filter((one) => one === 'token')).toHaveLength(3);
  });

  test.each([429, 503])('refused with %i waits as long as all requests are held', async (status) => {
    partner.answer = (_request, response) => response.writeHead(status).end();
    const pauses: SyncPause[] = [];
    const network = { backoff: { ...swift, base: 4000, ceiling: 4000 }, random: () => 1 };
    const control = new AbortController();
    const to = connect({}, network, (pause) => {
      pauses.push(pause);
      control.abort();
    });
    await expect(to.fetchPage(datasets.labs, '22-001', 1, text, control.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(pauses).toEqual([{ reason: status === 429 ? 'RATE' : 'SERVER', seconds: 5 }]);
  });

  test('whose requests broke off more often than there may be in flight still comes', async () => {
    partner.answer = (request, response) => {
      if (partner.asked.length <= 7) request.socket.destroy();
      else response.end(emptyPage);
    };
    const to = connect({}, { backoff: { ...swift, tries: 10 } });
    expect((await to.fetchPage(datasets.labs, '22-001', 1, text)).read).toBe(emptyPage);
  });

  test('is not requested once a longer wait was asked for than a sync waits', async () => {
    partner.answer = (_request, response) => response.writeHead(429, { 'retry-after': '301' }).end();
    const to = connect();
    await expect(to.fetchPage(datasets.labs, '22-001', 1, text)).rejects.toMatchObject({ code: 'RATE' });
    const asked = partner.asked.length;
    await expect(to.fetchPage(datasets.labs, '22-002', 1, text)).rejects.toMatchObject({ code: 'RATE' });
    expect(partner.asked).toHaveLength(asked);
  });

  test('tells the time of the service', async () => {
    partner.answer = (_request, response) =>
      response.writeHead(200, { date: new Date(Date.now() + 3_600_000).toUTCString() }).end(emptyPage);
    const to = connect();
    expect(to.clockOffset()).toBeNull();
    await to.fetchPage(datasets.labs, '22-001', 1, text);
    expect(Math.abs((to.clockOffset() ?? 0) - 3600)).toBeLessThan(5);
  });
});

describe('a failing service', () => {
  const patience = async (over: Partial<Connection>, network: NetworkSettings): Promise<number> => {
    partner.answer = (_request, response) => response.writeHead(500).end();
    const pauses: number[] = [];
    const control = new AbortController();
    const to = connect(over, { random: () => 0, ...network }, ({ seconds }) => {
      pauses.push(seconds);
      control.abort();
    });
    await to.fetchPage(datasets.labs, '22-001', 1, text, control.signal).catch(() => undefined);
    return pauses.length;
  };

  test('is waited for as long as the connection says, unless the run does', async () => {
    expect(await patience({}, { backoff: usualBackoff })).toBe(1);
    expect(await patience({ patienceSeconds: 1 }, { backoff: usualBackoff })).toBe(0);
    expect(await patience({ patienceSeconds: 1 }, { backoff: { ...usualBackoff } })).toBe(1);
  });
});

describe('a service is not created', () => {
  test.each([' x', 'x ', 'a  b', 'ä', 'a\r\nb', '\u007f', '\u0000'])('with the partner id %j, which no header can hold', (partnerId) => {
    expect(() => connect({ partnerId })).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining('partner id holds characters') }),
    );
    expect(partner.heard).toEqual([]);
  });

  test.each(['0417', 'a b', '!', '~'])('but it is with %j', (partnerId) => {
    expect(() => connect({ partnerId })).not.toThrow();
  });

  test('for another computer in a runtime for synthetic data', () => {
    const far = { baseUrl: 'https://research.example.org' };
    expect(() => connect(far, { loopbackOnly: true })).toThrow(/The service address must be on this computer/);
    expect(() => connect({ tokenUrl: 'https://login.example/token' }, { loopbackOnly: true })).toThrow(
      /The token address must be on this computer/,
    );
    expect(() => connect(far)).not.toThrow();
  });
});

test.each([
  ['https://research.example.org', 'proxy:3128', 'http://proxy:3128/'],
  ['https://research.example.org', null, undefined],
  ['https://localhost', 'proxy:3128', undefined],
  ['http://127.0.0.1', 'proxy:3128', undefined],
])('%s with the proxy %j is reached through %j', (base, proxy, expected) => {
  expect(proxyOf(new URL(base), { proxy })?.href).toBe(expected);
});

describe('proving a connection', () => {
  const prove = (study: string | null): Promise<void> =>
    proveConnection(
      {
        connection: { baseUrl: partner.baseUrl, partnerId: '1', clientId: 'c', tokenStyle: 'body', demo: false },
        secret: 's',
        network: { backoff: swift },
      },
      study,
    );

  test('asks for a token and, for a study, its subjects', async () => {
    await prove(null);
    expect(partner.asked).toEqual(['token']);
    await prove('22-001');
    expect(partner.asked.slice(1)).toEqual(['token', expect.stringMatching(/^group\?researchstudy=22-001$/i)]);
  });

  test.each([
    [403, emptyPage, 'FORBIDDEN'],
    [200, '<html>', 'PROTOCOL'],
  ])('fails if the subjects are answered with %i and %s', async (status, body, code) => {
    partner.answer = (_request, response) => response.writeHead(status).end(body);
    await expect(prove('22-001')).rejects.toMatchObject({ code });
  });
});
