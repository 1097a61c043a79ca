import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import type { WritableStudy } from '../../../src/core/store/study-file/study-file.ts';
import type { Change } from '../../../src/shared/contract.ts';
import { all, labPage, labs, labStatus, ledger, mirror, newStudyFile, openTrial, type Lab } from '../../unit/store/trial-study.ts';

test('after any history the table equals the last pass, and the ledger lists every change on the way', async () => {
  const record = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'ü'),
    value: fc.integer({ min: 0, max: 2 }),
    more: fc.constantFrom('', ',"extra":1', ' '),
  });
  const passOf = fc
    .uniqueArray(record, { selector: ({ id }) => id, maxLength: 7 })
    .chain((records) => fc.integer({ min: 1, max: 4 }).map((size) => ({ records, size })));
  await fc.assert(
    fc.asyncProperty(fc.array(passOf, { minLength: 1, maxLength: 6 }), async (history) => {
      const file = newStudyFile([labs]);
      const study = openTrial(file, [labs]);
      const shown = new Map<string, string>();
      for (const { records, size } of history) {
        await mirror(study, 'labs', pagesOf(records, size));
        for (const change of ledger(study).slice(seen(study))) replay(shown, change);
        const table = all<{ record_id: string; result: number; _undescribed: string | null }>(
          study,
          'SELECT record_id, result, _undescribed FROM labs',
        );
        expect(table.map((row) => [row.record_id, `${row.result}${row._undescribed === null ? '' : '+'}`]).sort()).toEqual(
          records.map(({ id, value, more }) => [id, `${value}${more.includes('extra') ? '+' : ''}`]).sort(),
        );
        expect([...shown.keys()].sort()).toEqual(records.map(({ id }) => id).sort());
        expect(labStatus(study)).toMatchObject({ records: records.length });
        study.db.prepare("INSERT OR REPLACE INTO meta VALUES ('seen', ?)").run(String(ledger(study).length));
      }
      expect(checkStudy(study)).toEqual([]);
      study.close();
    }),
    { numRuns: 25 },
  );
});

function seen(study: WritableStudy): number {
  return Number(all<{ value: string }>(study, "SELECT value FROM meta WHERE name = 'seen'")[0]?.value ?? 0);
}

function replay(shown: Map<string, string>, { key, kind }: Change): void {
  expect(shown.has(key)).toBe(kind !== 'new');
  if (kind === 'vanished') shown.delete(key);
  else shown.set(key, kind);
}

function pagesOf(records: readonly Lab[], size: number): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < records.length; at += size) pages.push(labPage(records.slice(at, at + size)));
  return pages.length === 0 ? [labPage([])] : pages;
}
