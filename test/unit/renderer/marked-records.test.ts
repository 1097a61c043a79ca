import { describe, expect, test } from 'vitest';
import { guardedLines, markedRecords, type Selected } from '../../../src/renderer/tasks/copying/marked-records.ts';
import { settingsPlace, studiesPlace, studyPlace } from '../../../src/renderer/data/model/place.ts';

const study = '22-001';
const labs = studyPlace(study, 'labs');
const charts = studyPlace(study, 'charts');
const lines = '0012\tALT\t5\n0013\tAST\t7\n';
const row = (dataset: string, text = '0012 ALT', of: string | null = null) => ({ study: of, dataset, cells: 4, text });
const outside: Selected = { text: lines, rows: [], grid: null, isWithinOne: false };

describe('a selection', () => {
  test('of several lines of a list is records of their dataset, or of several', () => {
    const of = (...names: string[]) => markedRecords(charts, { ...outside, rows: names.map((name) => row(name)) });
    expect(of('labs', 'labs')).toEqual({ study, dataset: 'labs', form: 'marked', rows: 2, columns: 4 });
    expect(of('labs', 'vitals', 'labs')).toMatchObject({ dataset: null, rows: 3 });
    expect(of('', '')).toMatchObject({ dataset: null });
    expect(markedRecords(labs, { ...outside, text: 'one line', rows: [row('labs'), row('labs')], isWithinOne: true })).toMatchObject({
      rows: 2,
    });
  });

  test('several lines outside a list are records, such as a table with the page around it', () => {
    expect(markedRecords(labs, outside)).toEqual({ study, dataset: 'labs', form: 'marked', rows: 2, columns: 3 });
    expect(markedRecords(charts, { ...outside, text: '\n0012\n \n0013\t7\n\n' })).toEqual({
      ...{ study, dataset: null, form: 'marked', rows: 2, columns: 2 },
    });
    expect(markedRecords(labs, { ...outside, rows: [row('labs', '0012 ALT 5')] })).toMatchObject({ rows: 2 });
  });

  test('with rows of a grid is as many records, in however many lines their cells are', () => {
    expect(markedRecords(labs, { ...outside, grid: { rows: 30, columns: 11 } })).toMatchObject({ dataset: 'labs', rows: 30, columns: 11 });
  });

  test('of several lines of a list that names its study is records of it, wherever it is shown', () => {
    const rows = [row('', 'one text', study), row('', 'another text', study)];
    expect(markedRecords(studiesPlace, { ...outside, rows, isWithinOne: true })).toMatchObject({ study, dataset: null, rows: 2 });
  });

  test.each<[string, Selected]>([
    ['one line', { ...outside, text: 'Neutrophils\n' }],
    ['lines of one record', { ...outside, isWithinOne: true }],
    ['one line of a list that its cells divide', { ...outside, text: '0012\n\tALT\n', rows: [row('labs', '0012ALT')] }],
  ])('of %s is none', (_what, selected) => {
    expect(markedRecords(labs, selected)).toBeNull();
  });

  test.each([studiesPlace, settingsPlace('about', labs)])('outside a study is none: %o', (place) => {
    expect(markedRecords(place, { ...outside, rows: [row('labs'), row('labs')] })).toBeNull();
  });
});

test('each cell of copied lines is guarded against formulas; lines, tabs and numbers stay', () => {
  expect(guardedLines('a\t"=1+1"')).toBe('a\t"""=1+1"""');
  expect(guardedLines('0005\t=1+End\t-3.5\r\n+cmd\tplain\n\n@x')).toBe("0005\t'=1+End\t-3.5\r\n'+cmd\tplain\n\n'@x");
});
