import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countNotJudged } from '../../../src/core/checks/count-not-judged.ts';
import { createColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { countRows } from '../../../src/core/query/count.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { dataChecks, type CheckName } from '../../../src/shared/checks/data-checks.ts';
import { notJudged, notJudgedLine, type NotJudged } from '../../../src/shared/checks/not-judged.ts';
import { columnOf, datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { recordDatasets } from '../../../src/shared/datasets/record-datasets.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';
import { keysFoundBy, morningOf, weeklyResults } from './found-by.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function add(dataset: DatasetName, rows: readonly FixtureRow[]): void {
  fixture.add(
    dataset,
    rows.map((row, n) => ({ subject: '0012', record_id: String(n), ...row })),
  );
}

test('each kind of skipped record names columns of its dataset and checks that look at it', () => {
  for (const { dataset, lacking, where, checks } of notJudged) {
    for (const { column } of where) expect(columnOf(datasets[dataset], column), `${dataset} ${lacking}`).toBeDefined();
    expect(checks, `${dataset} ${lacking}`).not.toEqual([]);
    for (const check of checks) expect(dataChecks[check].datasets).toContain(dataset);
  }
});

/** Assessments of one course with these target sums, eight weeks apart. */
function assessed(sums: readonly number[], more: readonly FixtureRow[] = []): readonly FixtureRow[] {
  return sums.map((sum, timepoint) => ({
    ...{
      case_id: '7',
      timepoint,
      assessment: timepoint === 0 ? 'Baseline' : `Week ${String(8 * timepoint)}`,
      assessed: morningOf(56 * timepoint),
    },
    ...{ current_value: sum, unit: 'mm', criteria: 'RECIST 1.1', measurement: 'targetsum' },
    ...more[timepoint],
  }));
}

const drug = (more: FixtureRow, n = 0): FixtureRow => ({
  ...{ medication: 'Amlodipine', dose: 5, dose_unit: 'mg', route: 'Oral', started: morningOf(n), ended: morningOf(n + 3) },
  ...more,
});
const weeks = (names: readonly string[]): readonly FixtureRow[] =>
  weeklyResults(
    'ALT',
    names.map((_, n) => 30 + n),
  ).map((row, n) => ({ ...row, visit: names[n] ?? null }));
const pressures: readonly FixtureRow[] = [
  ...weeklyResults('SYSBP', [70], { unit: 'mmHg' }),
  ...weeklyResults('DIABP', [80], { unit: 'mmHg', record_id: 'diastolic' }),
];

/** Records with an error that a check finds, and the value without which it would not. */
const planted: readonly (readonly [DatasetName, NotJudged['lacking'], CheckName, key: string, readonly FixtureRow[]])[] = [
  ['labs', 'no-subject', 'impossible-value', '1', weeklyResults('K', [4.1, 41, 4.3])],
  ['labs', 'no-standard-result', 'impossible-value', '1', weeklyResults('K', [4.1, 41, 4.3])],
  ['labs', 'no-standard-result', 'unit-mixed-up', '2', weeklyResults('GLUC', [5.2, 5.6, 98, 5.1])],
  ['labs', 'no-number', 'factor-jump', '1', weeklyResults('ALB', [40, 4, 41])],
  ['labs', 'no-collected', 'factor-jump', '1', weeklyResults('ALB', [40, 4, 41])],
  ['labs', 'no-subject', 'factor-jump', '1', weeklyResults('ALB', [40, 4, 41])],
  ['labs', 'no-collected', 'implausible-date', '0', weeklyResults('ALB', [40], { collected: '1925-01-06T08:00:00' })],
  ['labs', 'no-collected', 'visit-out-of-order', '1', weeks(['WEEK 1', 'WEEK 9', 'WEEK 2', 'WEEK 3'])],
  ['labs', 'no-visit', 'visit-out-of-order', '1', weeks(['WEEK 1', 'WEEK 9', 'WEEK 2', 'WEEK 3'])],
  ['vitals', 'no-number', 'systolic-below-diastolic', '0', pressures],
  ['vitals', 'no-subject', 'systolic-below-diastolic', '0', pressures],
  ['vitals', 'no-collected', 'systolic-below-diastolic', '0', pressures],
  ['vitals', 'no-standard-result', 'unlikely-value', '1', weeklyResults('PULSE', [72, 24, 70], { unit: '/min' })],
  ['medications', 'no-dose', 'unusual-dose', '0', [drug({ dose: -5 })]],
  ['medications', 'no-dose', 'tenfold-dose', '4', [5, 5, 5, 5, 50].map((dose, n) => drug({ dose }, 9 * n))],
  ['medications', 'no-dose-unit', 'tenfold-dose', '4', [5, 5, 5, 5, 50].map((dose, n) => drug({ dose }, 9 * n))],
  ['medications', 'no-drug', 'tenfold-dose', '4', [5, 5, 5, 5, 50].map((dose, n) => drug({ dose }, 9 * n))],
  ['medications', 'no-route', 'other-route', '0', [drug({ medication: 'Amlodipine oral tablet', route: 'Intravenous' })]],
  ['medications', 'no-start', 'end-before-start', '0', [drug({ ended: morningOf(-9) })]],
  ['medications', 'no-end', 'end-before-start', '0', [drug({ ended: morningOf(-9) })]],
  ['medications', 'no-subject', 'overlapping-courses', '1', [drug({}), drug({ dose: 10 }, 1)]],
  ['responses', 'no-subject', 'repeated-timepoint', '2', assessed([60, 50, 50], [{}, {}, { timepoint: 1 }])],
  ['responses', 'no-timepoint', 'repeated-timepoint', '2', assessed([60, 50, 50], [{}, {}, { timepoint: 1 }])],
  ['responses', 'no-assessed', 'timepoint-order', '2', assessed([60, 50, 50], [{}, { assessed: morningOf(300) }])],
  ['responses', 'no-sum', 'contradicts-sum', '1', assessed([60, 20], [{}, { conclusion: 'SD', response_code: 'SD' }])],
  ['responses', 'unused-sum', 'contradicts-sum', '1', assessed([60, 20], [{}, { conclusion: 'SD', response_code: 'SD' }])],
  [
    'responses',
    'no-lesions',
    'many-lesions',
    '0',
    assessed([60], [{ lesions: JSON.stringify([1, 2, 3, 4, 5, 6].map((n) => `7-0-T0${String(n)}`)) }]),
  ],
  ['responses', 'no-case', 'shared-case', '1', assessed([60, 60], [{}, { subject: '0013', timepoint: 0, assessment: 'Baseline' }])],
];

/** Keys of the records that a check finds. */
function foundBy(check: CheckName): Promise<readonly string[]> {
  return keysFoundBy(fixture.study, check);
}

const inCentimetres: FixtureRow = { unit: 'cm', not_derived_because: 'unit is not mm' };

/** Empty cells in the columns that these conditions find empty. */
function nothingIn(where: NotJudged['where']): FixtureRow {
  return Object.fromEntries(where.flatMap(({ column, op }) => (op === 'missing' ? [[column, null]] : [])));
}

describe('an error that a check finds', () => {
  test.each(planted)('in %s, is skipped and counted with %s: %s', async (dataset, lacking, check, key, rows) => {
    add(dataset, rows);
    expect(await foundBy(check)).toContain(key);
    const { where, checks } = notJudgedLine({ dataset, lacking, records: 1, subjects: 1 });
    expect(checks).toContain(check);
    fixture.remove();
    fixture = makeStudy();
    const nothing = lacking === 'unused-sum' ? inCentimetres : nothingIn(where);
    add(
      dataset,
      rows.map((row, n) => ((row['record_id'] ?? String(n)) === key ? { ...row, ...nothing } : row)),
    );
    expect(await foundBy(check)).not.toContain(key);
    expect((await countNotJudged(fixture.study, null)).notJudged).toContainEqual(expect.objectContaining({ dataset, lacking, records: 1 }));
  });

  test('is tested for every value that a record may lack', () => {
    const reported = new Set(planted.map(([, lacking]) => lacking));
    expect(notJudged.filter(({ lacking }) => !reported.has(lacking))).toEqual([]);
  });
});

describe('records that checks skip', () => {
  beforeEach(() => {
    for (const dataset of recordDatasets) {
      const lacking = notJudged.filter((one) => one.dataset === dataset);
      fixture.add(
        dataset,
        lacking.flatMap(({ where }, kind) =>
          Array.from({ length: kind + 1 }, (_, n) => ({
            ...{ record_id: `${String(kind)} ${String(n)}`, subject: `000${String(n % 3)}`, result: '5', result_number: 5, dose: 5 },
            ...Object.fromEntries(where.flatMap(({ column, op }) => (op === 'missing' ? [[column, n % 2 === 0 ? null : '']] : []))),
          })),
        ),
      );
    }
  });

  test.each([
    ['of all subjects', null],
    ['of some subjects', ['0001', '0002', 'nobody']],
  ])('are counted as in the table: %s', async (_, subjects) => {
    const columns = createColumnsInMemory({ fewestRows: 1 });
    for (const dataset of recordDatasets) columns.use(fixture.study, dataset);
    await columns.settled();
    const counted = await countNotJudged(fixture.study, subjects);
    expect(counted.generation).toBe(1);
    expect(await countNotJudged(fixture.study, subjects, columns)).toEqual(counted);
    const table = notJudged.flatMap(({ dataset, lacking, where }) => {
      const selection = { dataset, where: [...where], search: '', subjects: subjects === null ? null : [...subjects], chosen: null };
      const { rows, subjects: named } = countRows(fixture.study, selection, createLruCache(1));
      return rows === 0 ? [] : [{ dataset, lacking, records: rows, subjects: named }];
    });
    const inOrder = (lines: typeof table): readonly string[] => lines.map((line) => JSON.stringify(line)).sort();
    expect(inOrder(counted.notJudged as typeof table)).toEqual(inOrder(table));
    expect(counted.notJudged.length).toBeGreaterThan(10);
  });
});
