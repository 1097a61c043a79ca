import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import { createHttp } from '../../../src/core/client/http.ts';
import { lookupOf, type Resolver } from '../../../src/core/client/this-computer.ts';

/** An address reserved for documentation (RFC 5737): what is sent there is lost, and nobody answers. */
const elsewhere = { address: '192.0.2.7', family: 4 };
const here = { address: '127.0.0.1', family: 4 };

let server: Server;
let port = 0;
let heard = 0;

beforeEach(async () => {
  heard = 0;
  server = createServer((_request, response) => {
    heard += 1;
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  server.close();
});

function answering(...addresses: readonly { readonly address: string; readonly family: number }[]): Resolver {
  return (_name, answer) => {
    answer(null, addresses);
  };
}

async function ask(resolver: Resolver): Promise<string> {
  const http = createHttp({ resolver, deadlines: { connect: 1500, idle: 1500, total: 3000 } });
  try {
    const answer = await http.send({
      method: 'GET',
      url: new URL(`http://localhost:${port}/`),
      headers: { authorization: 'secret' },
      limit: 100,
      budget: createByteBudget(),
      signal: null,
    });
    return answer.body.toString();
  } finally {
    http.close();
  }
}

test.each([
  ['another computer', [elsewhere]],
  ['another computer by IPv6', [{ address: '2001:db8::7', family: 6 }]],
  ['an address that maps this computer’s own', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ['every address of this computer', [{ address: '0.0.0.0', family: 4 }]],
  ['nothing', []],
])('sends nothing to a localhost that resolves to %s', async (_where, addresses) => {
  await expect(ask(answering(...addresses))).rejects.toMatchObject({ code: 'SECURITY', message: expect.stringContaining('localhost') });
  expect(heard).toBe(0);
});

test('tries only the addresses of this computer among several', async () => {
  expect(await ask(answering(elsewhere, here))).toBe('ok');
  const { lookup } = lookupOf(new URL('http://localhost'), answering(elsewhere, here));
  const found = await new Promise((resolve) => lookup?.('localhost', { all: true }, (_error, addresses) => resolve(addresses)));
  expect(found).toEqual([here]);
});

/** What a look-up answers about localhost. */
function lookedUp(resolver: Resolver, all: boolean): Promise<readonly unknown[]> {
  const { lookup } = lookupOf(new URL('http://localhost'), resolver);
  return new Promise((resolve) => lookup?.('localhost', { all }, (...answer) => resolve(answer)));
}

test('gives one address of this computer if only one is asked for', async () => {
  expect(await lookedUp(answering(elsewhere, here, { address: '::1', family: 6 }), false)).toEqual([null, '127.0.0.1', 4]);
  expect(await lookedUp(answering(elsewhere, { address: '::1', family: 6 }, here), false)).toEqual([null, '::1', 6]);
});

test('passes on the error of a name that cannot be looked up', async () => {
  const error = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  expect((await lookedUp((_name, answer) => answer(error, []), true))[0]).toBe(error);
  expect((await lookedUp((_name, answer) => answer(error, [here]), true))[0]).toBe(error);
});

test('looks up a name of another computer as usual', () => {
  expect(lookupOf(new URL('https://research.example.org'))).toEqual({});
});
