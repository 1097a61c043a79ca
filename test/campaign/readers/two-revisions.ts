import { createHash } from 'node:crypto';
import { writePage, type MovingData, type MovingDataset, type MovingRecord } from '../shift/moving-data.ts';

/** The two states that the service alternates between: odd generations show the first, even ones the second. */
export type Revision = 1 | 2;

export function revisionOf(generation: number): Revision {
  return generation % 2 === 1 ? 1 : 2;
}

const pageSize = 240;

/** Records by their numbers: some vanish, some are new, one in ten changes, the others stay. */
const numbers: Readonly<Record<MovingDataset, Readonly<Record<Revision, readonly [first: number, end: number]>>>> = {
  // Beyond a thousand rows, the reader keeps the order of a selection between its pages.
  medications: { 1: [0, 1100], 2: [20, 1160] },
  vitals: { 1: [0, 50], 2: [5, 60] },
};

/** What a dataset holds in a revision, by id. */
export function recordsOf(dataset: MovingDataset, revision: Revision): readonly MovingRecord[] {
  const [first, end] = numbers[dataset][revision];
  return Array.from({ length: end - first }, (_, index) => {
    const number = first + index;
    const value = number % 10 === 0 ? revision : 0;
    return { id: `${dataset}-${String(number).padStart(5, '0')}`, revision: value, drug: `drug ${value}` };
  });
}

/** The ledger's changes for a flip to this revision, over all mirrored datasets. */
export function changesTo(revision: Revision, datasets: readonly MovingDataset[]): { new: number; changed: number; vanished: number } {
  const counts = { new: 0, changed: 0, vanished: 0 };
  for (const dataset of datasets) {
    const before = new Map(recordsOf(dataset, revision === 1 ? 2 : 1).map((record) => [record.id, record]));
    const after = new Map(recordsOf(dataset, revision).map((record) => [record.id, record]));
    for (const { id, revision: value } of after.values()) {
      const earlier = before.get(id);
      if (earlier === undefined) counts.new += 1;
      else if (earlier.revision !== value) counts.changed += 1;
    }
    counts.vanished += [...before.keys()].filter((id) => !after.has(id)).length;
  }
  return counts;
}

/** The dataset as the service holds it, in the revision that `now` returns. */
export function alternatingData(dataset: MovingDataset, study: string, now: () => Revision): MovingData {
  const held = { 1: recordsOf(dataset, 1), 2: recordsOf(dataset, 2) };
  return {
    moments: [''],
    times: [0],
    changes: 0,
    change: () => undefined,
    write: (page, address) => {
      const all = held[now()];
      const pages = Math.ceil(all.length / pageSize);
      if (page > pages) return null;
      const records = all.slice((page - 1) * pageSize, page * pageSize);
      const body = writePage(dataset, study, { records, total: all.length, page, pages }, address);
      return { body, answered: { records, total: all.length, page, pages, digest: createHash('sha256').update(body).digest('hex') } };
    },
  };
}
