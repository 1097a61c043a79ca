import { describe, expect, test } from 'vitest';
import { checkDrugCourses } from '../../../src/core/checks/check-drug-courses.ts';
import type { Medication } from '../../../src/core/checks/read-medications.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { morningOf } from './found-by.ts';
import { keysOf, medication, medications } from './medications.ts';

const lasting = (days: readonly number[], more: Partial<Medication> = {}): readonly Medication[] =>
  medications(days.length, (n) => ({ ended: morningOf(days[n] ?? 0), ...more }));

describe('a course far longer than most of its drug', () => {
  test.each<[readonly number[], readonly string[]]>([
    [[3, 3, 3, 30, 300], ['m4']],
    [[3, 3, 3, 300, 30], ['m3']],
    [[3, 3, 3, 30, 299], []],
    [[3, 3, 3, 31, 300], []],
    [[3, 3, 3, 31, 310], ['m4']],
    [[3, 3, 3, 300], []],
    [[3, 3, 3, 3, 300, 300], []],
    [
      [3, 3, 3, 3, 3, 3, 3, 3, 300, 300],
      ['m8', 'm9'],
    ],
  ])('is found among those of %j days: %j', (days, found) => {
    expect(keysOf(checkDrugCourses(lasting(days)), 'long-course')).toEqual(found);
  });

  test.each<Partial<Medication>>([{ started: '2025-01' }, { ended: '2026-01' }, { drug: '' }])('is not judged with %j', (partial) => {
    const dates = { ...partial, ...(partial.started === undefined ? {} : { start: localSpan(partial.started) }) };
    const odd = medication('odd', { ended: morningOf(400), ...dates, end: localSpan(partial.ended ?? morningOf(400)) });
    expect(keysOf(checkDrugCourses([...lasting([3, 3, 3, 3]), odd]), 'long-course')).toEqual([]);
    expect(keysOf(checkDrugCourses([...lasting([3, 3, 3, 3]), medication('odd', { ended: morningOf(400) })]), 'long-course')).toEqual([
      'odd',
    ]);
  });
});

test('courses dated without a time are compared as well', () => {
  const dates = (ended: string): Partial<Medication> => {
    const started = '2025-01-06';
    return { started, ended, start: localSpan(started), end: localSpan(ended) };
  };
  const all = [...medications(4, () => dates('2025-01-09')), medication('odd', dates('2026-01-06'))];
  expect(keysOf(checkDrugCourses(all), 'long-course')).toEqual(['odd']);
  const again = [medication('a', { ...dates('2025-01-09'), subject: '1' }), medication('b', { ...dates('2025-01-09'), subject: '1' })];
  expect(keysOf(checkDrugCourses(again), 'repeated-record')).toEqual(['b']);
});

describe('two courses of a subject', () => {
  const course = (key: string, started: string, ended: string, more: Partial<Medication> = {}): Medication =>
    medication(key, { subject: '0012', started, ended, start: localSpan(started), end: localSpan(ended), ...more });
  const overlaps = (...courses: readonly Medication[]): readonly string[] => keysOf(checkDrugCourses(courses), 'overlapping-courses');
  const first = course('a', '2025-03-01T08:00:00', '2025-03-04T08:00:00');

  test.each([
    ['2025-03-03T07:59:59', true],
    ['2025-03-03T08:00:00', false],
    ['2025-03-03T08:00:01', false],
    ['2025-03-02', true],
    ['2025-03-03', false],
  ])('overlap by a day or more if the later one starts at %s: %s', (started, isFound) => {
    expect(overlaps(first, course('b', started, '2025-03-09T08:00:00'))).toEqual(isFound ? ['b'] : []);
  });

  test('do not overlap if the later one is shorter than a day', () => {
    expect(overlaps(first, course('b', '2025-03-02T08:00:00', '2025-03-03T08:00:00'))).toEqual([]);
    expect(overlaps(first, course('b', '2025-03-02T08:00:00', '2025-03-03T08:00:01'))).toEqual(['b']);
  });

  test('are compared in the order of their starts, with the longest one so far', () => {
    const long = course('long', '2025-03-01T08:00:00', '2025-04-01T08:00:00');
    const short = course('short', '2025-03-10T08:00:00', '2025-03-10T12:00:00');
    const last = course('last', '2025-03-20T08:00:00', '2025-03-25T08:00:00');
    const shorter = course('shorter', '2025-03-11T08:00:00', '2025-03-11T09:00:00');
    expect(overlaps(last, short, shorter, long)).toEqual(['last']);
  });

  test.each<Partial<Medication>>([{ drug: 'else' }, { route: 'rectal' }, { subject: '0013' }])('with %j are not compared', (more) => {
    expect(overlaps(first, course('b', '2025-03-02T08:00:00', '2025-03-09T08:00:00', more))).toEqual([]);
  });

  test.each([[null], ['']])('of a person who is not named (%j) are not compared', (subject) => {
    const later = course('b', '2025-03-02T08:00:00', '2025-03-09T08:00:00', { subject });
    expect(overlaps({ ...first, subject }, later)).toEqual([]);
  });

  test('from one start on are found if their doses differ', () => {
    const unended = { end: null, ended: '' };
    const one = course('a', '2025-03-01T08:00:00', '', unended);
    expect(overlaps(one, { ...one, key: 'b', dose: 6 })).toEqual(['b']);
    expect(overlaps(one, { ...one, key: 'b', code: '8' })).toEqual([]);
    expect(overlaps(one, { ...one, key: 'b', dose: 6, unit: 'ml' })).toEqual([]);
    expect(overlaps(one, { ...one, key: 'b', dose: 6 }, { ...one, key: 'c', code: '8' })).toEqual(['b', 'c']);
  });

  test('that differ in the name only are one course', () => {
    expect(overlaps(first, { ...first, key: 'b', name: 'DRUG' })).toEqual([]);
  });
});

describe('a course again', () => {
  const again = (more: Partial<Medication>): readonly string[] =>
    keysOf(checkDrugCourses([...medications(4), medication('again', { subject: 'm0', ...more })]), 'repeated-record');

  test('is found', () => {
    expect(again({})).toEqual(['again']);
    expect(again({ name: 'DRUG', code: '8' })).toEqual(['again']);
  });

  test.each<Partial<Medication>>([
    { subject: 'm9' },
    { dose: 6 },
    { unit: 'ml' },
    { route: 'rectal' },
    { ended: '' },
    { drug: 'else' },
    { started: '2025-01-07T08:00:00' },
  ])('is another one with %j', (other) => {
    expect(again(other)).toEqual([]);
  });

  test.each<Partial<Medication>>([{ started: '2025-01' }, { subject: '' }, { subject: null }])('is not judged with %j', (more) => {
    expect(keysOf(checkDrugCourses([medication('a', more), medication('b', more)]), 'repeated-record')).toEqual([]);
  });

  test('is found up to three times, and once in fifty courses', () => {
    const repeated = (all: number, twice: number): number =>
      keysOf(
        checkDrugCourses([...medications(all - twice), ...medications(twice, (n) => ({ subject: `m${String(n)}` }), 'x')]),
        'repeated-record',
      ).length;
    expect([repeated(10, 3), repeated(10, 4), repeated(200, 4), repeated(199, 4)]).toEqual([3, 0, 4, 0]);
  });
});
