import { share, tally, type Measure, type Outcome } from './measure.ts';
import { labId } from './observation-records.ts';
import { cell, readRows, type Row } from './rows.ts';
import { PILOT } from './studies.ts';

const LEAST_SHARE = 0.995;
const VERSION = '4.03';
const directions = [
  { name: 'low', ours: 'ctcae_grade_low', theirs: 'ATOXGRL', term: 'ATOXDSCL' },
  { name: 'high', ours: 'ctcae_grade_high', theirs: 'ATOXGRH', term: 'ATOXDSCH' },
] as const;

/**
 * CTCAE 4.03 grades against ATOXGRL and ATOXGRH of ADLB, record by record. Tests that the two grade by different criteria are listed and
 * left out: ADLB grades lymphocytes as CD4 cells, and does not grade hemoglobin, which it has in mmol/L.
 */
export const grades: Measure = {
  name: 'grades',
  async take({ folder, mirrored }) {
    const sources = new Map(readRows(folder, 'lb').map((row) => [keyOf(row), labId(row)]));
    const theirs = readRows(folder, 'adlb').filter((row) => cell(row, 'DTYPE') === undefined);
    const rows = await mirrored.rows(PILOT, 'labs', ['--ctcae', VERSION]);
    const ours = new Map(rows.map((row) => [cell(row, 'record_id') ?? '', row]));
    return compare(theirs, (row) => ours.get(sources.get(keyOf(row)) ?? ''));
  },
};

function keyOf(row: Row): string {
  return `${cell(row, 'USUBJID') ?? ''} ${cell(row, 'LBSEQ') ?? ''}`;
}

function compare(theirs: readonly Row[], ourRow: (row: Row) => Row | undefined): Outcome {
  const differing: string[] = [];
  const elsewhere: string[] = [];
  let [of, equal] = [0, 0];
  for (const row of theirs)
    for (const { name, ours, theirs: column, term } of directions) {
      const given = cell(row, column);
      const mine = ourRow(row);
      if (cell(row, term) === undefined || mine === undefined) continue;
      const test = cell(row, 'PARAMCD') ?? '';
      const grade = cell(mine, ours);
      if (test === 'LYMPH' || given === undefined) {
        if (grade !== given) elsewhere.push(`${test} ${name}`);
        continue;
      }
      of++;
      if (grade === given) equal++;
      else differing.push(`${test} ${name}: ${grade ?? cell(mine, 'ctcae_not_graded') ?? 'none'} for ${given}`);
    }
  return {
    figures: {
      [`CTCAE ${VERSION} grades that are those of ADLB`]: share(equal, of),
      'grades that differ': differing.length === 0 ? 0 : tally(differing, 40),
      'graded by other criteria, or by us alone': elsewhere.length === 0 ? 0 : tally(elsewhere, 40),
    },
    failures: equal >= LEAST_SHARE * of ? [] : [`Only ${share(equal, of)} grades are those of ADLB: ${tally(differing, 40)}`],
  };
}
