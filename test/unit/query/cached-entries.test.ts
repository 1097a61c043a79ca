import { expect, test } from 'vitest';
import { createEntries, type Entry } from '../../../src/core/query/columns-in-memory/entries.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';

/** An entry whose columns have this size; null: it was not read. */
function entryOf(dataset: DatasetName, size: number | null, isInUse = true): Entry {
  const known = { study: {}, identity: dataset, ahead: null, took: 0, tries: 0, failure: null };
  return { ...known, dataset, isInUse, questions: size === null ? null : { size: () => size } } as unknown as Entry;
}

test('makes room by releasing what was used least recently, but never the entry itself', () => {
  const entries = createEntries(100);
  const [labs, vitals, medications] = [entryOf('labs', 60), entryOf('vitals', 30), entryOf('medications', null)];
  for (const entry of [labs, vitals, medications]) entries.use(entry);
  entries.use(labs);
  expect([entries.makeRoom(medications, 10), entries.all()]).toEqual([true, [vitals, medications, labs]]);
  expect([entries.makeRoom(medications, 11), entries.all()]).toEqual([true, [medications, labs]]);
  expect([entries.makeRoom(labs, 1000), entries.all()]).toEqual([true, [medications, labs]]);
});

test('releases nothing for columns that nobody asked for', () => {
  const entries = createEntries(100);
  const [labs, ahead] = [entryOf('labs', 60), entryOf('vitals', null, false)];
  for (const entry of [labs, ahead]) entries.use(entry);
  expect([entries.makeRoom(ahead, 40), entries.makeRoom(ahead, 41), entries.all()]).toEqual([true, false, [labs, ahead]]);
});
