import { expect, test } from 'vitest';
import { sitesByNumber, sitesByPerformer, sitesFromWords } from '../../../src/shared/derive/subject-sites.ts';

const numbered = (site: string, count: number, digits: number, first = 1): readonly string[] =>
  Array.from({ length: count }, (_, at) => site + String(first + at).padStart(digits, '0'));

test('takes a middle part that several subjects share as the site', () => {
  const { from, siteOf } = sitesByNumber([...numbered('01-701-', 4, 4, 1015), ...numbered('01-702-', 3, 4, 1002), '01-709-1001']);
  expect(from).toEqual({ kind: 'part', part: 2, of: 3 });
  expect(siteOf.get('01-701-1016')).toBe('701');
  expect(siteOf.get('01-709-1001')).toBe('709');
  expect(sitesFromWords(from, '701')).toBe('Sites are part 2 of the 3 parts of the subject numbers, such as 701');
});

test('distinguishes sites with the same number in two countries', () => {
  const { siteOf } = sitesByNumber([...numbered('US-01-', 3, 3), ...numbered('DE-01-', 3, 3), ...numbered('DE-02-', 3, 3)]);
  expect(new Set(siteOf.values())).toEqual(new Set(['US-01', 'DE-01', 'DE-02']));
});

test('gives subjects of another form no site, and finds no sites if there are many of them', () => {
  const usual = [...numbered('1-', 12, 3), ...numbered('2-', 12, 3)];
  expect(sitesByNumber([...usual, 'X17']).siteOf.size).toBe(24);
  expect(sitesByNumber([...usual, ...numbered('X', 6, 2)]).from).toEqual({ kind: 'none' });
});

test.each([
  {
    what: 'three characters, each site from 001 on',
    ids: [...numbered('101', 5, 3), ...numbered('102', 4, 3), ...numbered('201', 3, 3)],
    characters: 3,
  },
  { what: 'one character', ids: [...numbered('1', 8, 3), ...numbered('2', 8, 3)], characters: 1 },
  { what: 'after the study number', ids: [...numbered('22-001-11', 5, 2), ...numbered('22-001-12', 5, 2)], characters: 2 },
])('a leading prefix: $what', ({ ids, characters }) => {
  expect(sitesByNumber(ids).from).toEqual({ kind: 'prefix', characters });
});

test.each([
  { what: 'one count over all subjects', ids: numbered('', 64, 4) },
  { what: 'a count above a hundred', ids: numbered('', 340, 4) },
  { what: 'one count with gaps', ids: [...numbered('', 10, 4), ...numbered('', 10, 4, 12), ...numbered('', 10, 4, 23)] },
  { what: 'a count after the study number', ids: numbered('24-006-', 30, 4) },
  { what: 'groups of two', ids: [...numbered('A-', 2, 2), ...numbered('B-', 2, 2), ...numbered('C-', 2, 2)] },
  { what: 'one site', ids: numbered('01-701-', 30, 4) },
  { what: 'no subjects', ids: [] },
])('no site: $what', ({ ids }) => {
  expect(sitesByNumber(ids)).toEqual({ from: { kind: 'none' }, siteOf: new Map() });
});

test.each([
  { what: 'long numbers', ids: numbered('1'.repeat(3000), 90, 4) },
  { what: 'numbers of very many parts', ids: Array.from({ length: 30 }, (_, at) => `${String(at)}-`.repeat(3000)) },
  { what: 'very many numbers of one prefix', ids: numbered('', 30_000, 6) },
])('$what show no site, which is found in linear time', ({ ids }) => {
  const before = process.threadCpuUsage();
  expect(sitesByNumber(ids).from).toEqual({ kind: 'none' });
  expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
});

test('numbers sites by who performed most results, without naming the person', () => {
  const mostly = (subject: string, performer: string, records = 9) => ({ subject, performer, records });
  const counts = [
    ...['1', '2', '3'].map((subject) => mostly(subject, 'Grey')),
    ...['4', '5', '6'].map((subject) => mostly(subject, 'Who')),
    ...[mostly('1', 'Grey'), mostly('1', 'Who', 1)],
    ...[mostly('7', 'Grey', 5), mostly('7', 'Who', 5)],
  ];
  const { from, siteOf } = sitesByPerformer(counts, 7);
  expect(from).toEqual({ kind: 'performer' });
  expect([...siteOf]).toEqual([
    ...['1', '2', '3'].map((subject) => [subject, 'Performer group 1']),
    ...['4', '5', '6'].map((subject) => [subject, 'Performer group 2']),
  ]);
  expect(JSON.stringify([...siteOf])).not.toMatch(/Grey|Who/);
  expect(sitesByPerformer(counts, 20).from).toEqual({ kind: 'none' });
});

const own = (first: number, gap = 1): readonly string[] =>
  ['1', '2'].flatMap((site) => [0, 1, 2].map((at) => site + String(first + at * gap).padStart(2, '0')));
const counted = (site: string, ...counts: readonly number[]): readonly string[] =>
  counts.flatMap((count, at) => numbered(`${site}${String(at + 1)}-`, count, 3));

test.each([
  ['9 of 10 subjects are numbered alike', [...counted('', 9, 9), 'X1', 'X2'], 'part'],
  ['fewer are', [...counted('', 9, 8), 'X1', 'X2'], 'none'],
  ['9 of 10 numbers are as long', [...numbered('1', 9, 2), ...numbered('2', 9, 2), 'X', 'Y'], 'prefix'],
  ['fewer are', [...numbered('1', 9, 2), ...numbered('2', 8, 2), 'X', 'Y'], 'none'],
  ['9 of 10 end with digits', [...numbered('1', 9, 2), ...numbered('2', 9, 2), '3AB', '3AC'], 'prefix'],
  ['fewer do', [...numbered('1', 9, 2), ...numbered('2', 8, 2), '3AB', '3AC'], 'none'],
  ['half of the subjects are at sites of three', counted('', 3, 3, 2, 2, 2), 'part'],
  ['fewer are', counted('', 3, 3, 2, 2, 2, 1), 'none'],
  ['the numbers have 256 characters', counted('S'.repeat(251), 3, 3), 'part'],
  ['they are longer', counted('S'.repeat(252), 3, 3), 'none'],
  ['each site begins within a tenth of its numbers', own(10), 'prefix'],
  ['a site begins later', own(11), 'none'],
  ['the gap to the next site is more than twice as large as any within', own(1, 24), 'prefix'],
  ['it is just twice as large', own(1, 25), 'none'],
  ['subjects have one digit of their own', ['11', '12', '13', '21', '22', '23'], 'none'],
])('where %s', (_what, ids, kind) => {
  expect(sitesByNumber(ids).from.kind).toBe(kind);
});

test('a performer counts who has four fifths of the results of a subject', () => {
  const mostly = (performer: string, records: number, others: number) =>
    ['1', '2', '3'].flatMap((subject) => [
      { subject: performer + subject, performer, records },
      { subject: performer + subject, performer: 'Other', records: others },
    ]);
  expect(sitesByPerformer([...mostly('Grey', 8, 2), ...mostly('Who', 4, 1)], 6).siteOf.size).toBe(6);
  expect(sitesByPerformer([...mostly('Grey', 7, 2), ...mostly('Who', 4, 1)], 6).from).toEqual({ kind: 'none' });
  const nameless = mostly('Who', 4, 1).map((one) => ({ ...one, subject: '' }));
  expect(sitesByPerformer([...mostly('Grey', 8, 2), ...nameless], 6).from).toEqual({ kind: 'none' });
});

test.each([
  [{ kind: 'prefix', characters: 1 }, '7', 'Sites are the first character of the subject numbers, such as 7, after which each counts anew'],
  [{ kind: 'prefix', characters: 3 }, null, 'Sites are the first 3 characters of the subject numbers, after which each counts anew'],
] as const)('says of %j', (from, example, words) => {
  expect(sitesFromWords(from, example)).toBe(words);
});
