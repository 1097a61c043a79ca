import { share, type Measure } from './measure.ts';
import { labId, vitalId } from './observation-records.ts';
import { cell, readRows, type Row } from './rows.ts';
import { PILOT } from './studies.ts';

const LEAST_SHARE = 0.95;

/** The codes of distinct tests against LBTESTCD and VSTESTCD. */
export const testCodes: Measure = {
  name: 'test codes',
  async take({ folder, mirrored }) {
    const labs = judge(await mirrored.rows(PILOT, 'labs'), codesById(readRows(folder, 'lb'), labId, 'LBTESTCD'));
    const vitals = judge(await mirrored.rows(PILOT, 'vitals'), codesById(readRows(folder, 'vs'), vitalId, 'VSTESTCD'));
    const figures = { 'tests with their LBTESTCD': reported(labs), 'vital signs with their VSTESTCD': reported(vitals) };
    return { figures, failures: [...failuresOf(labs, 'LBTESTCD'), ...failuresOf(vitals, 'VSTESTCD')] };
  },
};

interface Judged {
  readonly right: readonly string[];
  readonly wrong: readonly string[];
  readonly missing: readonly string[];
}

function codesById(rows: readonly Row[], id: (row: Row) => string, column: string): ReadonlyMap<string, string> {
  return new Map(rows.map((row) => [id(row), cell(row, column) ?? '']));
}

/** A test is right if all of its records have its code, and wrong if one has another code. */
function judge(rows: readonly Row[], theirs: ReadonlyMap<string, string>): Judged {
  const tests = new Map<string, { right: number; missing: number; wrong: Set<string> }>();
  for (const row of rows) {
    const expected = theirs.get(cell(row, 'record_id') ?? '') ?? '';
    const test = `${cell(row, 'test') ?? ''} (${expected})`;
    const seen = tests.get(test) ?? { right: 0, missing: 0, wrong: new Set<string>() };
    const ours = cell(row, 'test_code');
    if (ours === undefined) seen.missing++;
    else if (ours === expected) seen.right++;
    else seen.wrong.add(ours);
    tests.set(test, seen);
  }
  const all = [...tests];
  return {
    right: all.filter(([, { missing, wrong }]) => missing === 0 && wrong.size === 0).map(([test]) => test),
    wrong: all.filter(([, { wrong }]) => wrong.size > 0).map(([test, { wrong }]) => `${test} as ${[...wrong].join('/')}`),
    missing: all.filter(([, { missing, wrong }]) => missing > 0 && wrong.size === 0).map(([test]) => test),
  };
}

function reported({ right, wrong, missing }: Judged): string {
  const rest = missing.length === 0 ? '' : `; without: ${missing.join(', ')}`;
  return `${share(right.length, right.length + wrong.length + missing.length)}${rest}`;
}

function failuresOf({ right, wrong, missing }: Judged, truth: string): readonly string[] {
  const all = right.length + wrong.length + missing.length;
  return [
    ...wrong.map((test) => `A test has another code than its ${truth}: ${test}`),
    ...(right.length < LEAST_SHARE * all ? [`Only ${share(right.length, all)} tests have their ${truth}: not ${missing.join(', ')}`] : []),
  ];
}
