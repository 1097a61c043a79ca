import { createServer, get, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import { readBody, TooLargeTogether } from '../../../src/core/client/read-body.ts';

let server: Server;
let answer: { readonly headers: OutgoingHttpHeaders; readonly body: Buffer; readonly cut?: boolean };

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, answer.headers);
    if (answer.cut === true) response.write(answer.body, () => response.destroy());
    else response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.close();
});

interface Limits {
  readonly bytes?: number;
  readonly budget?: number;
  readonly inUse?: number;
}

/** Reads one answer; `left` is what other answers may still take of the budget. */
async function read(given: typeof answer, { bytes = 1000, budget: most = 1000, inUse = 0 }: Limits = {}) {
  answer = given;
  const budget = createByteBudget(most);
  budget.take(inUse);
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject);
  });
  const outcome = await readBody(response, { bytes, budget }, { host: 'research.example.org', peer: 'service' }).catch(
    (error: unknown) => error,
  );
  let left = most;
  while (left > 0 && !budget.take(left)) left -= 1;
  return { outcome, isClosed: response.destroyed, text: Buffer.isBuffer(outcome) ? outcome.toString() : null, left };
}

/** Without content-length, so that only the bytes themselves tell how many they are. */
const chunked = { 'transfer-encoding': 'chunked' };
const body = Buffer.from('x'.repeat(100));

describe('the body of an answer', () => {
  test.each([
    ['as it is', {}],
    ['named identity', { 'content-encoding': ' Identity ' }],
    ['with an empty encoding', { 'content-encoding': '' }],
    ['in chunks', chunked],
  ])('is read %s, and counts against the budget', async (_how, headers) => {
    expect(await read({ headers, body })).toMatchObject({ text: body.toString(), left: 900 });
  });

  test.each(['gzip', 'x-gzip', ' GZIP '])('is unpacked if it is named %j', async (encoding) => {
    expect(await read({ headers: { 'content-encoding': encoding }, body: gzipSync(body) })).toMatchObject({
      text: body.toString(),
      left: 900,
    });
  });

  test.each([
    ['announced', { 'content-length': 100 }, body],
    ['in chunks', chunked, body],
    ['packed', { 'content-encoding': 'gzip' }, gzipSync(body)],
  ])('has at most as many bytes as allowed, %s', async (_how, headers, sent) => {
    expect((await read({ headers, body: sent }, { bytes: 100 })).text).toBe(body.toString());
    const { outcome, left, isClosed } = await read({ headers, body: sent }, { bytes: 99 });
    expect(outcome).toMatchObject({ code: 'LIMIT', message: expect.stringContaining('research.example.org is larger than allowed') });
    expect(outcome).not.toBeInstanceOf(TooLargeTogether);
    expect([left, isClosed]).toEqual([1000, true]);
  });

  test('is refused beyond what others leave of the budget, which is told apart', async () => {
    expect(await read({ headers: {}, body }, { inUse: 900 })).toMatchObject({ text: body.toString(), left: 0 });
    const { outcome, left } = await read({ headers: {}, body }, { inUse: 901 });
    expect(outcome).toBeInstanceOf(TooLargeTogether);
    expect(left).toBe(99);
  });

  test('may not have more packed bytes than allowed, whatever they unpack to', async () => {
    const empty = Buffer.concat(Array<Buffer>(10).fill(gzipSync('')));
    const headers = { ...chunked, 'content-encoding': 'gzip' };
    expect((await read({ headers, body: empty }, { bytes: empty.length })).text).toBe('');
    expect((await read({ headers, body: empty }, { bytes: empty.length - 1 })).outcome).toMatchObject({ code: 'LIMIT' });
  });

  test('that breaks off is NETWORK, and its bytes are given back', async () => {
    const cut = await read({ headers: { 'content-length': 200 }, body, cut: true });
    expect(cut.outcome).toMatchObject({ code: 'NETWORK', message: expect.stringContaining('broke off') });
    expect(cut.left).toBe(1000);
    expect((await read({ headers: { ...chunked, 'content-encoding': 'gzip' }, body: gzipSync(body), cut: true })).outcome).toMatchObject({
      code: 'NETWORK',
    });
  });

  test.each(['br', 'deflate', 'gzip, gzip'])('packed as %s was not asked for', async (encoding) => {
    expect((await read({ headers: { 'content-encoding': encoding }, body })).outcome).toMatchObject({
      code: 'PROTOCOL',
      message: expect.stringContaining('The service at research.example.org used a compression that was not requested.'),
    });
  });

  test('that does not unpack is PROTOCOL', async () => {
    expect((await read({ headers: { 'content-encoding': 'gzip' }, body })).outcome).toMatchObject({
      code: 'PROTOCOL',
      message: expect.stringContaining('The compressed answer of research.example.org is damaged.'),
    });
  });

  test.each([
    [3 * 1024 * 1024, 9 * 1024 * 1024, 3],
    [9 * 1024 * 1024, 4 * 1024 * 1024 - 1, 3],
  ])(
    'announced as larger than %i bytes of %i in all is refused at once, with the MiB that are allowed',
    async (bytes, budget, mebibytes) => {
      const { outcome } = await read({ headers: { 'content-length': 10 * 1024 * 1024 }, body, cut: true }, { bytes, budget });
      expect(outcome).toMatchObject({ code: 'LIMIT', message: expect.stringContaining(`(${mebibytes} MiB over all pages in flight)`) });
    },
  );
});
