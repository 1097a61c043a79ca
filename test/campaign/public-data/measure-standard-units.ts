import { share, tally, type Measure, type Outcome } from './measure.ts';
import { labId, vitalId } from './observation-records.ts';
import { cell, readRows, type Row } from './rows.ts';
import { PILOT } from './studies.ts';

const LEAST_SHARE = 0.99;
/** Half a per cent, since theirs is rounded. */
const TOLERANCE = 0.005;

/** Standard results in SI against LBSTRESN and VSSTRESN. */
export const standardUnits: Measure = {
  name: 'standard units',
  async take({ folder, mirrored }) {
    const labs = compare(await mirrored.rows(PILOT, 'labs'), truths(readRows(folder, 'lb'), labId, 'LB'), 'LBSTRESN');
    const vitals = compare(await mirrored.rows(PILOT, 'vitals'), truths(readRows(folder, 'vs'), vitalId, 'VS'), 'VSSTRESN');
    return { figures: { ...labs.figures, ...vitals.figures }, failures: [...labs.failures, ...vitals.failures] };
  },
};

interface Truth {
  readonly test: string;
  readonly sent: string;
  readonly value: number;
  readonly unit: string;
}

/** Others' numbers in standard units, by record. */
function truths(rows: readonly Row[], id: (row: Row) => string, domain: 'LB' | 'VS'): ReadonlyMap<string, Truth> {
  const numeric = rows.filter((row) => cell(row, `${domain}STRESN`) !== undefined);
  return new Map(
    numeric.map((row) => {
      const column = (name: string): string => cell(row, `${domain}${name}`) ?? '';
      return [id(row), { test: column('TESTCD'), sent: column('ORRESU'), value: Number(column('STRESN')), unit: column('STRESU') }];
    }),
  );
}

function compare(rows: readonly Row[], theirs: ReadonlyMap<string, Truth>, truth: string): Outcome {
  const differing: string[] = [];
  const units = new Set<string>();
  let equal = 0;
  for (const row of rows) {
    const one = theirs.get(cell(row, 'record_id') ?? '');
    if (one === undefined) continue;
    const [ours, unit] = [cell(row, 'standard_result'), cell(row, 'standard_unit') ?? '–'];
    if (ours !== undefined && Math.abs(Number(ours) - one.value) <= TOLERANCE * Math.abs(one.value)) {
      equal++;
      if (unit !== one.unit) units.add(`${one.test} ${unit} for ${one.unit}`);
    } else
      differing.push(ours === undefined ? `${one.test} in ${one.sent} has none` : `${one.test} in ${one.sent} to ${unit} not ${one.unit}`);
  }
  const all = equal + differing.length;
  return {
    figures: {
      [`standard results within 0.5 % of ${truth}`]: share(equal, all),
      [`that differ from ${truth}`]: differing.length === 0 ? 0 : tally(differing, 60),
      [`units spelled otherwise beside ${truth}`]: units.size === 0 ? 'none' : [...units].sort().join(', '),
    },
    failures: equal >= LEAST_SHARE * all ? [] : [`Only ${share(equal, all)} standard results are ${truth}: ${tally(differing, 60)}`],
  };
}
