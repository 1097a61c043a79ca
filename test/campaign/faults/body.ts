import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { canary, type FaultBench } from '../bench/fault-bench.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

const MEBIBYTE = 1024 * 1024;
/** One page is enough to test a wrong body. */
const only = ['responses'] as const;

function body(name: string, code: number, fault: Fault): Variant {
  return { name, code, faults: [{ where: 'responses', ...fault }], sync: { only } };
}

/** A damaged body is fetched exactly once more. */
function refusedBody(name: string, fault: Fault): Variant {
  return { ...body(name, 16, fault), check: (_outcome, bench) => assert.equal(bench.seen('responses').length, 2, 'requests') };
}

const framings: readonly (readonly [string, Fault])[] = [
  ['with its length', { framing: 'length' }],
  ['in chunks', { framing: 'chunked' }],
  ['until the connection closes', { framing: 'close' }],
  ['packed', { packed: 'gzip' }],
];

/** Cuts a body at every `step`-th of fifty places. */
async function cutEverywhere(bench: FaultBench, step: number): Promise<void> {
  for (const [name, framing] of framings) {
    bench.moveData();
    for (let place = 0; place < 50; place += step) {
      bench.faults([{ where: 'responses', ...framing, stop: { at: place / 50, how: 'close' } }]);
      const outcome = await bench.sync({ only });
      assert.ok([12, 16].includes(outcome.exitCode), `${name}, cut at ${place}/50: exit ${outcome.exitCode}`);
      assert.equal(bench.of(outcome, 'responses').state, 'kept', `${name}, cut at ${place}/50`);
    }
    await bench.recover(only);
  }
}

const encodings: readonly Variant[] = [
  refusedBody('gzip with a wrong check sum', { packed: 'damaged' }),
  refusedBody('gzip within gzip, declared once', { packed: 'twice' }),
  refusedBody('gzip within gzip, declared twice', { packed: 'twice', headers: { 'content-encoding': 'gzip, gzip' } }),
  refusedBody('gzip that is none', { headers: { 'content-encoding': 'gzip' } }),
  refusedBody('gzip that ends early', {
    body: gzipSync(`{"resourceType":"Bundle","x":"${canary}"}`).subarray(0, 30),
    headers: { 'content-encoding': 'gzip' },
  }),
  ...['br', 'zstd', 'deflate', 'compress', 'x-unknown'].map((name) => refusedBody(name, { headers: { 'content-encoding': name } })),
  body('identity, said', 0, { headers: { 'content-encoding': 'identity' } }),
  body('gzip', 0, { packed: 'gzip' }),
];

/** About 0.5 MB that unpack to 512 MiB: sixty-four members of 8 MiB each. */
function bomb(): Buffer {
  const member = gzipSync(Buffer.alloc(8 * MEBIBYTE, ' '));
  return Buffer.concat(Array.from({ length: 64 }, () => member));
}
function tooLarge(name: string, fault: Fault): Variant {
  return { ...body(name, 19, fault), check: (_outcome, bench) => assert.equal(bench.seen('responses').length, 1, 'requests') };
}
/** Waits until the service notices that the client hung up, which happens a moment later. */
async function connectionClosed(bench: FaultBench): Promise<void> {
  const open = (): number => bench.seen('responses').filter(({ ended }) => ended !== 'hung-up').length;
  for (let waited = 0; open() > 0 && waited < 60_000; waited += 20) await wait(20);
  assert.equal(open(), 0, 'connections that are still open');
}

function text(of: (honest: string) => string): Fault {
  return { alter: (answer) => ({ ...answer, body: Buffer.from(of(answer.body.toString())) }) };
}
function bytes(of: (honest: Buffer) => Buffer): Fault {
  return { alter: (answer) => ({ ...answer, body: of(answer.body) }) };
}
/** Puts bytes into the middle of the first text of a body. */
function within(bundle: Buffer, inserted: readonly number[]): Buffer {
  const at = bundle.indexOf('Bundle') + 3;
  return Buffer.concat([bundle.subarray(0, at), Buffer.from(inserted), bundle.subarray(at)]);
}

const captive = /login page|captive portal/;
const notJson: readonly Variant[] = [
  refusedBody('empty', { body: '' }),
  {
    ...refusedBody('a sign-in page with 200', { body: `<!DOCTYPE html><html>${canary}</html>`, headers: { 'content-type': 'text/html' } }),
    check: (outcome, bench) => assert.match(bench.of(outcome, 'responses').error?.message ?? '', captive),
  },
  refusedBody('XML', { body: `<?xml version="1.0"?><Bundle>${canary}</Bundle>` }),
  ...['null', '[]', '42', '"text"', '{}', '{"resourceType":"OperationOutcome"}'].map((json) => refusedBody(json, { body: json })),
  refusedBody(
    'truncated',
    text((honest) => honest.slice(0, -20)),
  ),
  refusedBody(
    'two documents',
    text((honest) => honest + honest),
  ),
  refusedBody(
    'UTF-16',
    bytes((honest) => Buffer.from(`\ufeff${honest.toString()}`, 'utf16le')),
  ),
  refusedBody(
    'bytes that are no UTF-8',
    bytes((honest) => within(honest, [0xc3, 0x28])),
  ),
  refusedBody(
    'an overlong character',
    bytes((honest) => within(honest, [0xc0, 0xaf])),
  ),
  refusedBody(
    'a NUL in a text',
    bytes((honest) => within(honest, [0])),
  ),
  refusedBody(
    'NULs after it',
    bytes((honest) => Buffer.concat([honest, Buffer.alloc(4)])),
  ),
  body(
    'a byte order mark',
    0,
    text((honest) => `\ufeff${honest}`),
  ),
];

function oneRecord(resource: string): Fault {
  return { body: `{"resourceType":"Bundle","type":"searchset","total":1,"link":[],"entry":[{"resource":${resource}}]}` };
}
function nested(depth: number): string {
  return `{"resourceType":"DiagnosticReport","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}
function manyKeys(): string {
  const parts: string[] = [];
  for (let n = 0; n < 1_000_000; n += 1) parts.push(`"k${n}":0`);
  return `{${parts.join()}}`;
}
const tooDeep: readonly (readonly [string, () => string])[] = [
  ['5,001 arrays in each other', () => nested(5001)],
  ['5,000,000 arrays in each other', () => nested(5_000_000)],
  ['5,001 objects in each other', () => `${'{"a":'.repeat(5001)}0${'}'.repeat(5001)}`],
  ['1,000,000 keys in one object', manyKeys],
  ['a text of 10 MB', () => `{"x":"${'x'.repeat(10 * MEBIBYTE)}"}`],
  ['a key of 1 MB', () => `{"${'x'.repeat(MEBIBYTE)}":1}`],
];

async function refusedByLimit(bench: FaultBench): Promise<void> {
  // One at a time, so that only one of them is in memory.
  for (const [name, resource] of tooDeep) {
    const variant = body(name, 19, oneRecord(resource()));
    await tryVariants(bench, [
      {
        ...variant,
        check: ({ milliseconds }) => assert.ok(bench.isProcess || milliseconds < 60_000, `${milliseconds} ms, where one second is enough`),
      },
    ]);
  }
}

export const bodyCases: readonly FaultCase[] = [
  {
    id: 'F21',
    title: 'a body cut off at any of fifty places, in four framings, keeps every earlier copy in all two hundred cases',
    process: false,
    // Every fourth place in the short form.
    run: async (bench) => cutEverywhere(bench, bench.form === 'long' ? 1 : 4),
  },
  {
    id: 'F21',
    title: 'a body cut off keeps every earlier copy with the real command line too',
    slow: true,
    run: async (bench) => cutEverywhere(bench, 17),
  },
  {
    id: 'F22',
    title: 'a damaged gzip stream or an encoding that was not requested is fetched once more, then reported as PROTOCOL',
    run: async (bench) => tryVariants(bench, encodings),
  },
  {
    id: 'F23',
    title: 'a gzip bomb of 512 MiB is refused under the limit of 64 MiB decoded and not requested again',
    run: async (bench) =>
      tryVariants(bench, [tooLarge('512 MiB in half a megabyte', { body: bomb(), headers: { 'content-encoding': 'gzip' } })]),
  },
  {
    id: 'F24',
    title: 'a body that never ends or announces 2 GB is refused at the cap, and its connection is closed',
    run: async (bench) =>
      tryVariants(
        bench,
        [
          tooLarge('endless chunks', { endless: 'body' }),
          tooLarge('a length of 2 GB', { length: 2 ** 31, stop: { at: 1, how: 'silence' } }),
        ].map((variant) => ({ ...variant, check: async () => connectionClosed(bench) })),
      ),
  },
  {
    id: 'F25',
    title:
      'a body that is not UTF-8 JSON or not a search result is fetched once more, then reported as PROTOCOL; a captive portal is named',
    run: async (bench) => tryVariants(bench, notJson),
  },
  {
    id: 'F26',
    title: 'a body that nests too deeply, or has too many or too long parts, is refused with LIMIT',
    run: refusedByLimit,
  },
];
