import { expect, test } from 'vitest';
import { clockLines } from '../../../src/cli/clock-lines.ts';
import { studyLines } from '../../../src/cli/study-table.ts';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import { emptyDataset } from '../../../src/shared/empty-status.ts';
import type { Proof, StudyStatus } from '../../../src/shared/status.ts';

/** A study whose datasets were read one after the other; `offsets`: seconds by which the service's clock was ahead. */
function mirrored(study: string, offsets: readonly (number | null)[]): StudyStatus {
  const datasets = datasetNames.map((name, index) => {
    const proof: Proof = {
      startedAt: '2026-11-20T03:05:00Z',
      endedAt: `2026-11-20T14:0${String(index)}:00Z`,
      ...{ passes: 1, repeated: [], resumedPages: 0, pages: 7, entries: 32, distinct: 32, totalAtStart: 32, totalAtEnd: 32 },
      ...{ secondLook: true, confirmed: true, rounds: 2, confirmedAt: '2026-11-20T14:05:00Z', wholeStudy: true },
      clockOffsetSeconds: offsets[index % offsets.length] ?? null,
      ...{ digest: 'ab', foreignLinks: 0, drift: [] },
    };
    return { ...emptyDataset(name), records: 32, asOf: proof.endedAt, generation: 4, state: 'updated' as const, proof };
  });
  return { study, datasets };
}

test('reports a wrong clock once per run, for all studies and datasets', () => {
  const studies = [mirrored('22-001', [-600, -601]), mirrored('23-014', [-599])];
  expect(clockLines(studies)).toEqual([
    "This computer's clock was 10 minutes ahead of the service's: 2026-11-20 14:14 UTC here when it was 2026-11-20 14:04 UTC there. The times above are the service's.",
  ]);
  expect(studies.flatMap(studyLines).filter((line) => /clock/.test(line))).toEqual([]);
});

test('reports different clocks for each study', () => {
  const lines = clockLines([mirrored('22-001', [-600]), mirrored('23-014', [10_800]), mirrored('24-006', [0, null])]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^22-001: this computer's clock was 10 minutes ahead of the service's: /);
  expect(lines[1]).toMatch(/^23-014: this computer's clock was 3 hours behind the service's: /);
});

test('reports nothing if the clock is right or unknown', () => {
  expect(clockLines([mirrored('22-001', [0, 119, -119, null])])).toEqual([]);
  expect(clockLines([])).toEqual([]);
});
