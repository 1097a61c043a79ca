import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import { createHttp, isOutdated, type Http, type HttpRequest } from '../../../src/core/client/http.ts';

let server: Server;
let http: Http;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const heard: IncomingMessage[] = [];

beforeEach(async () => {
  heard.length = 0;
  http = createHttp({ deadlines: { connect: 5000, idle: 5000, total: 10_000 } });
  server = createServer((request, response) => {
    heard.push(request);
    answer(request, response);
  });
  // Only the client closes what is kept.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  http.close();
  server.closeAllConnections();
  server.close();
});

function send(over: Partial<HttpRequest> = {}, through = http) {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query=1`);
  return through.send({ method: 'GET', url, headers: {}, limit: 1000, budget: createByteBudget(100_000), signal: null, ...over });
}

describe('a request', () => {
  test('has what was given, and asks for an answer that is not from a cache', async () => {
    answer = (_request, response) => response.end('ok');
    await send({ headers: { 'x-partnerid': '0417' } });
    expect(heard[0]).toMatchObject({
      method: 'GET',
      url: '/path?query=1',
      headers: { 'accept-encoding': 'gzip', 'cache-control': 'no-store', 'x-partnerid': '0417' },
    });
  });

  test('with a body sends it', async () => {
    answer = (request, response) => request.pipe(response);
    expect((await send({ method: 'POST', body: 'a=1' })).body.toString()).toBe('a=1');
  });

  test('over a kept connection is sent at once', async () => {
    answer = (request, response) => response.end(String(request.socket.remotePort));
    const [first, second] = [await send(), await send({ isStillGood: () => true })];
    expect(second.body.toString()).toBe(first.body.toString());
  });

  test('that is no longer good once connected is not sent', async () => {
    answer = (_request, response) => response.end('ok');
    const error = await send({ isStillGood: () => false }).catch((thrown: unknown) => thrown);
    expect(isOutdated(error)).toBe(true);
    expect(error).toMatchObject({ code: 'AUTH', message: expect.stringContaining('expired before a request could be sent') });
    expect(heard).toEqual([]);
  });

  test('is not sent if it was cancelled before', async () => {
    answer = (_request, response) => response.end('ok');
    await expect(send({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(heard).toEqual([]);
  });

  test('that is cancelled while it is open closes its connection', async () => {
    const control = new AbortController();
    const closed = new Promise((resolve) => {
      answer = (request) => {
        request.socket.once('close', resolve);
        control.abort();
      };
    });
    await expect(send({ signal: control.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
    await closed;
  });

  test('leaves a connection that is closed with the others', async () => {
    const closed = new Promise((resolve) => {
      answer = (request, response) => {
        request.socket.once('close', resolve);
        response.end('ok');
      };
    });
    await send();
    http.close();
    await closed;
  });

  test.each([
    [{ connect: 5000, idle: 50, total: 10_000 }, 'sent nothing more'],
    [{ connect: 5000, idle: 5000, total: 50 }, 'did not finish one answer'],
  ])('does not wait longer than %j', async (deadlines, says) => {
    answer = () => undefined;
    const strict = createHttp({ deadlines });
    await expect(send({ peer: 'token endpoint' }, strict)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(new RegExp(`^The token endpoint at 127.0.0.1:\\d+ ${says} within 0 s`)),
    });
    strict.close();
  });

  test('is refused if the service switches to another protocol', async () => {
    answer = (request) => request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    await expect(send()).rejects.toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining('a protocol other than HTTP') });
  });
});

describe('an answer', () => {
  test('holds bytes of the budget until it is released, once', async () => {
    answer = (_request, response) => response.end('x'.repeat(60));
    const budget = createByteBudget(100);
    const held = await send({ budget });
    expect([held.body.length, budget.take(41), budget.take(40)]).toEqual([60, false, true]);
    held.release();
    expect(budget.take(60)).toBe(true);
    held.release();
    expect(budget.take(1)).toBe(false);
  });

  test('that is a refusal holds none, and its body is not read unless it was asked for', async () => {
    answer = (_request, response) => response.writeHead(403).end('x'.repeat(60));
    const budget = createByteBudget(100);
    const unread = await send({ budget });
    expect([unread.status, unread.body.length]).toEqual([403, 0]);
    const read = await send({ budget, readsRefusal: (status) => status === 403 });
    expect([read.status, read.body.length, budget.take(100)]).toEqual([403, 60, true]);
    expect((await send({ readsRefusal: (status) => status === 401 })).body).toHaveLength(0);
  });

  test('whose body is not read closes its connection', async () => {
    const closed = new Promise((resolve) => {
      answer = (request, response) => {
        request.socket.once('close', resolve);
        response.writeHead(403).end('no');
      };
    });
    await send();
    await closed;
  });

  test('has at most 16 KiB of headers', async () => {
    const withHeader = (bytes: number) => {
      answer = (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(bytes) }).end('ok');
      return send();
    };
    expect((await withHeader(16 * 1024 - 300)).body.toString()).toBe('ok');
    await expect(withHeader(16 * 1024)).rejects.toMatchObject({ code: 'LIMIT' });
  });

  test('with two lengths is refused', async () => {
    answer = (request) =>
      request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n');
    await expect(send()).rejects.toMatchObject({ code: 'PROTOCOL', message: expect.stringContaining('is not valid HTTP') });
  });

  test.each([
    [204, 0],
    [302, 0],
    [399, 0],
    [400, 5],
    [503, 5],
  ])('with status %i has %i bytes if all refusals are read', async (status, bytes) => {
    answer = (_request, response) => response.writeHead(status).end(status === 204 ? '' : 'hello');
    expect((await send({ readsRefusal: () => true })).body).toHaveLength(bytes);
  });

  test('that is a refusal has 64 KiB at most, or no body', async () => {
    for (const [bytes, read] of [
      [64 * 1024, 64 * 1024],
      [64 * 1024 + 1, 0],
    ] as const) {
      answer = (_request, response) => response.writeHead(400, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(bytes)));
      expect((await send({ readsRefusal: () => true })).body).toHaveLength(read);
    }
  });

  test('that is a refusal counts although its body is damaged', async () => {
    answer = (_request, response) => response.writeHead(400, { 'content-encoding': 'gzip' }).end('not packed');
    expect(await send({ readsRefusal: () => true })).toMatchObject({ status: 400, body: Buffer.alloc(0) });
  });

  test('has the time at which its headers arrived', async () => {
    const before = Date.now();
    answer = (_request, response) => response.end('ok');
    const { arrived } = await send();
    expect(arrived).toBeGreaterThanOrEqual(before);
    expect(arrived).toBeLessThanOrEqual(Date.now());
  });
});
