import { describe, expect, test } from 'vitest';
import { answer } from '../../../src/shared/answering.ts';
import { AppError, reportOf } from '../../../src/shared/errors.ts';
import { faultOf, mostPositions } from '../../../src/shared/fault.ts';
import type { Handlers } from '../../../src/shared/rpc.ts';
import { endedOf, errorOf, failed } from '../../../src/shared/rpc.ts';

const canary = 'CANARY-4711';
const here = /^fault\.test\.ts:\d+:\d+$/;

describe('an unexpected error', () => {
  test('is described by its class and position, never by its text', () => {
    const fault = faultOf(new TypeError(`no ${canary}`));
    expect(fault?.name).toBe('TypeError');
    expect(fault?.at[0]).toMatch(here);
    expect(fault?.at.length).toBeLessThanOrEqual(mostPositions);
    expect(JSON.stringify(fault)).not.toContain(canary);
  });

  test('has its innermost eight positions', () => {
    const deep = (left: number): unknown => (left === 0 ? faultOf(new TypeError(canary)) : [deep(left - 1)].at(0));
    expect(deep(20)).toMatchObject({ at: Array.from({ length: 8 }, () => expect.stringMatching(here)) });
  });

  test('whose text looks like a stack takes no position from that text', () => {
    const fault = faultOf(new Error(`x\n    at read (${canary}.ts:1:2)\n    at 0012.ts:3:4`));
    expect(fault?.at[0]).toMatch(here);
    expect(JSON.stringify(fault)).not.toMatch(/CANARY|0012/);
  });

  test('whose stack begins with another text has no position', () => {
    const error = Object.assign(new Error('first'), { stack: `Error: second\n    at read (${canary}.ts:1:2)` });
    expect(faultOf(error)).toEqual({ name: 'other', at: [] });
  });

  test('of an unknown class, or that is not an Error, is "other"', () => {
    expect(faultOf(Object.assign(new Error('x'), { name: canary }))?.name).toBe('other');
    expect(faultOf(canary)).toEqual({ name: 'other', at: [] });
  });

  test('is reported with its first position', () => {
    expect(reportOf(new RangeError(canary)).message).toMatch(/\(RangeError at fault\.test\.ts:\d+:\d+\)/);
    expect(reportOf(new RangeError(canary)).message).not.toContain(canary);
  });

  test('keeps its fault across two boundaries', () => {
    const first = failed(new TypeError(canary));
    const second = failed(errorOf(structuredClone(first)));
    expect(second.fault?.at[0]).toMatch(here);
    expect(second).toEqual(first);
  });
});

test('work ends with its value, or with the fault of what it threw, synchronously or later', async () => {
  expect(await endedOf(() => 4711)).toEqual({ ok: true, value: 4711 });
  const works: readonly (() => Promise<never>)[] = [
    () => {
      throw new TypeError(canary);
    },
    () => Promise.reject(new TypeError(canary)),
  ];
  for (const work of works) expect(await endedOf(work)).toMatchObject({ ok: false, fault: { name: 'TypeError' } });
});

test('an AppError keeps its message and has no fault', () => {
  const reply = failed(new AppError('STORE', 'The disk is full.', new TypeError(canary)));
  expect(reply).toEqual({ ok: false, error: { code: 'STORE', message: 'The disk is full.' } });
});

test('answering a call reports an unexpected error as a whole, and no other error', async () => {
  const reported: unknown[] = [];
  const onUnexpected = (call: string, error: unknown): void => {
    reported.push([call, error]);
  };
  const wrong = new TypeError(canary);
  const handlers = {
    'app.state': () => {
      throw wrong;
    },
    'preferences.get': () => {
      throw new AppError('STORE', 'The disk is full.');
    },
  } as unknown as Handlers<'main'>;
  const reply = await answer('main', handlers, 'app.state', undefined, onUnexpected);
  await answer('main', handlers, 'preferences.get', undefined, onUnexpected);
  expect(reported).toEqual([['app.state', wrong]]);
  expect(reply).toMatchObject({ ok: false, fault: { name: 'TypeError' } });
});
