import { afterEach, beforeEach, expect, test } from 'vitest';
import { compactTables } from '../../../src/core/store/flip/compact-tables.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

let fixture: MirroredStudy;

const pages = (ids: readonly number[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / 500) }, (_, page) =>
    ids.slice(page * 500, page * 500 + 500).map((id) => labText(String(id))),
  );

beforeEach(async () => {
  fixture = mirroredStudy();
  const all = [...Array(3000).keys()];
  await fixture.mirror('labs', pages(all));
  await fixture.mirror('labs', pages(all.filter((id) => id % 4 === 0)));
});

afterEach(() => {
  fixture.remove();
});

/** Bytes that the rows take after rewriting tables with gaps of at most `most` bytes. */
function takenAfter(most: number): number {
  const study = openStudyForWriting(fixture.path, Buffer.alloc(32, 9), studyNumber, null);
  try {
    Array.from(compactTables(study, most));
    return study.db.prepare<[], number>("SELECT pgsize FROM dbstat WHERE name = 'labs_row' AND aggregate = 1").pluck().get() ?? Number.NaN;
  } finally {
    study.close();
  }
}

test('tables with gaps are rewritten, unless the dataset is too large to sort its indexes in memory', async () => {
  const before = takenAfter(1000);
  // They are not looked at again until more rows are deleted.
  expect(takenAfter(Number.POSITIVE_INFINITY)).toBe(before);
  await fixture.mirror('labs', pages([...Array(3000).keys()].filter((id) => id % 8 === 0)));
  expect(takenAfter(Number.POSITIVE_INFINITY)).toBeLessThan(before / 2);
});
