import type { Dataset } from './datasets/datasets.ts';
import type { Column } from './datasets/declaration.ts';
import { nameWithUnit } from './units/unit-in-name.ts';

/** Maximum number of tests in a table by visit. */
export const mostPivotTests = 40;

/** A test as a column of the table by visit. */
export interface PivotTest {
  readonly test: string;
  /** LBTESTCD or VSTESTCD; null if the reviewed lists have none. */
  readonly code: string | null;
  /** The unit of all its results in the table; null if they have none, or several. */
  readonly unit: string | null;
  /** Number of units among its results in the table. */
  readonly units: number;
}

/**
 * Column names for these tests, in order: derived from the test's name, and different from each other and from the other columns. None
 * contains two underscores in a row or ends with one, so that the suffixes in `pivotParts` stay unambiguous.
 */
export function pivotNames(tests: readonly string[]): readonly string[] {
  const taken = new Set(['subject', 'visit', 'collected']);
  return tests.map((test, at) => {
    const words = test
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .slice(0, 40)
      .replaceAll(/^_+|_+$/g, '');
    const base = words === '' ? `test_${String(at + 1)}` : words;
    let name = base;
    for (let next = at + 1; taken.has(name); next++) name = `${base}_${String(next)}`;
    taken.add(name);
    return name;
  });
}

/** Suffixes of the additional columns of a test. */
export const pivotParts = { unit: '__unit', flag: '__flag', results: '__results', all: '__all' } as const;

/**
 * The columns of the table by visit: subject, visit and day, then the last result of each test. With `detailed` also its unit, its flag,
 * the number of results, and all of them if there are several. `isNumber`: whether the results of the test at this index are written as
 * numbers; otherwise as text. These columns combine several records, so they cannot be derived from one row of the dataset.
 */
export function pivotColumns(
  dataset: Dataset,
  tests: readonly PivotTest[],
  detailed: boolean,
  isNumber: (column: number) => boolean = () => false,
): readonly Column[] {
  const names = pivotNames(tests.map(({ test }) => test));
  const headings = headingsOf(tests);
  const own = dataset.columns.filter(({ name }) => name === 'subject' || name === 'visit');
  const subjectFirst = own.toSorted((left, right) => Number(right.name === 'subject') - Number(left.name === 'subject'));
  return [
    ...subjectFirst,
    gathered({
      name: 'collected',
      kind: 'datetime',
      plain: 'Collected',
      help: 'The day on which all results in the row were collected, as sent.',
      rule: 'The date of the results up to the day; a partial or invalid date as sent',
      tells: 'date',
      width: 110,
    }),
    ...namedOnce(tests).flatMap((test, at) =>
      testColumns(test, { name: names[at] ?? '', heading: headings[at] ?? '' }, detailed, isNumber(at)),
    ),
  ];
}

/** Drops a code that another test shares or has as its name, so that no two columns of a file have the same name. */
function namedOnce(tests: readonly PivotTest[]): readonly PivotTest[] {
  const isAnothers = (one: PivotTest): boolean => tests.some((other) => other !== one && [other.code, other.test].includes(one.code));
  return tests.map((one) => (isAnothers(one) ? { ...one, code: null } : one));
}

/** Headings of the tests with their units, all different. */
function headingsOf(tests: readonly PivotTest[]): readonly string[] {
  const short = tests.map(({ test, unit }) => (unit === null ? test : nameWithUnit(test, unit)));
  return tests.map(({ test, unit }, at) => {
    const heading = short[at] ?? test;
    return unit === null || short.indexOf(heading) === short.lastIndexOf(heading) ? heading : `${test} (${unit})`;
  });
}

function testColumns(
  { test, code, units }: PivotTest,
  { name, heading }: { readonly name: string; readonly heading: string },
  detailed: boolean,
  isNumber: boolean,
): readonly Column[] {
  const result = gathered({
    name,
    kind: isNumber ? 'number' : 'text',
    plain: heading,
    sdtm: code,
    help: 'The result of the test at the visit on that day, as received; the last by time if there are several.',
    rule: `The result of the last record by time of the subject at the visit on the day where the test is “${test}”`,
    width: widthOf(heading, units > 1),
    alignRight: true,
  });
  if (!detailed) return [result];
  const of = `of that result of “${test}”`;
  return [
    result,
    gathered({
      name: name + pivotParts.unit,
      kind: 'text',
      plain: `${test}, unit`,
      help: 'The unit of the result, as received; for a vital sign without a unit, the unit named by its item type.',
      rule: `The unit ${of}`,
    }),
    gathered({
      name: name + pivotParts.flag,
      kind: 'text',
      plain: `${test}, flag`,
      help: 'Position of the result in its own range.',
      rule: `The flag ${of}`,
    }),
    gathered({
      name: name + pivotParts.results,
      kind: 'number',
      plain: `${test}, results`,
      help: 'Number of results of the test at the visit on that day.',
      rule: `Records of the subject at the visit on the day where the test is “${test}”, counted`,
    }),
    gathered({
      name: name + pivotParts.all,
      kind: 'text',
      plain: `${test}, all results`,
      help: 'If there were several: all of them by time, as received.',
      rule: `The results of those records by time, separated by semicolons; empty if there is only one`,
    }),
  ];
}

/** Widths in pixels: a result of eight characters with the mark for several results before it and the flag after it; and a unit. */
const resultWidth = 136;
const unitWidth = 64;

/** Width in pixels of a heading with its sort icon, within limits, and at least the width of a result. */
function widthOf(heading: string, withUnits: boolean): number {
  return Math.min(224, Math.max(withUnits ? resultWidth + unitWidth : resultWidth, Math.round(heading.length * 6.8 + 40)));
}

type Gathered = Pick<Column, 'name' | 'kind' | 'plain' | 'help'> &
  Partial<Pick<Column, 'sdtm' | 'tells' | 'width' | 'alignRight'>> & { readonly rule: string };

function gathered({ sdtm = null, tells = 'value', width = 90, ...column }: Gathered): Column {
  return { ...column, sdtm, tells, width, section: 'Results by visit', shown: true, derive: ofNoRow };
}

function ofNoRow(): never {
  throw new RangeError('A column of the table by visit has no value of a single row.');
}
