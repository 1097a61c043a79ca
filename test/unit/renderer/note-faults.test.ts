import { expect, test } from 'vitest';
import { createNoteFault, notingFaults, watchPage } from '../../../src/renderer/data/port/note-faults.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { Fault } from '../../../src/shared/fault.ts';
import type { Call } from '../../../src/shared/rpc.ts';
import { errorOf } from '../../../src/shared/rpc.ts';

function noting() {
  const sent: [string | null, Fault][] = [];
  const note = createNoteFault((call, fault) => {
    sent.push([call, fault]);
    return Promise.reject(new Error('main is busy'));
  });
  return { sent, note };
}

test('records a page fault once, and at most fifty different ones', () => {
  const { sent, note } = noting();
  const error = new TypeError('x');
  note(error);
  note(error);
  expect(sent).toHaveLength(1);
  for (let nth = 0; nth < 80; nth++)
    note(errorOf({ ok: false, error: { code: 'STORE', message: '' }, fault: { name: 'other', at: [`a.ts:1:${String(nth)}`] } }));
  expect(sent).toHaveLength(50);
});

test('records an unexpected engine fault with its call, but no expected error and no fault that main records itself', async () => {
  const { sent, note } = noting();
  const fault: Fault = { name: 'SqliteError', at: ['rows.ts:1:2'] };
  const thrown = new Map<string, Error>([
    ['rows.page', errorOf({ ok: false, error: { code: 'STORE', message: '' }, fault })],
    ['rows.count', new AppError('STORE', 'The disk is full.')],
    ['app.state', errorOf({ ok: false, error: { code: 'STORE', message: '' }, fault })],
  ]);
  const call = notingFaults(
    ((name: string) => Promise.reject(thrown.get(name) ?? new Error(name))) as unknown as Call,
    (name) => name !== 'app.state',
    note,
  );
  for (const [name, error] of thrown) await expect((call as (name: string) => Promise<unknown>)(name)).rejects.toBe(error);
  expect(sent).toEqual([['rows.page', fault]]);
});

test('records uncaught errors and unhandled rejections of the page', () => {
  const { sent, note } = noting();
  const page = new EventTarget();
  watchPage(page as Window, note);
  page.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('x') }));
  page.dispatchEvent(Object.assign(new Event('error'), { error: null }));
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new RangeError('y') }));
  expect(sent.map(([call, { name }]) => [call, name])).toEqual([
    [null, 'TypeError'],
    [null, 'RangeError'],
  ]);
});
