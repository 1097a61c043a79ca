import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askingAhead, type AskingAhead } from '../../../src/renderer/data/port/asking-ahead.ts';
import type { Call } from '../../../src/shared/rpc.ts';

let asked: string[] = [];
let fails = false;
let line: AskingAhead;
const status = (study: string): Promise<unknown> => line.call('study.status', { study });

beforeEach(() => {
  vi.useFakeTimers();
  [asked, fails] = [[], false];
  line = askingAhead((async (name: string, input?: { readonly study: string }) => {
    asked.push(`${name} ${input?.study ?? ''}`);
    if (fails) throw new Error('refused');
    return asked.length;
  }) as unknown as Call);
});
afterEach(() => {
  vi.useRealTimers();
});

test('gives the answer to the next call with the same name and input, once', async () => {
  line.askAhead('study.status', { study: '22-001' });
  expect(await status('22-002')).toBe(2);
  expect(await status('22-001')).toBe(1);
  expect(await status('22-001')).toBe(3);
  expect(asked).toEqual(['study.status 22-001', 'study.status 22-002', 'study.status 22-001']);
});

test('gives the error of a call ahead to whoever takes its answer', async () => {
  fails = true;
  line.askAhead('study.status', { study: '22-001' });
  await Promise.resolve();
  await expect(status('22-001')).rejects.toThrow('refused');
  expect(asked).toHaveLength(1);
});

test('asks again if the answer is old or may be outdated', async () => {
  line.askAhead('study.status', { study: '22-001' });
  line.askAhead('study.status', { study: '22-002' });
  vi.advanceTimersByTime(3001);
  expect(await status('22-001')).toBe(3);
  line.askAhead('study.status', { study: '22-003' });
  line.forget();
  expect(await status('22-003')).toBe(5);
});
