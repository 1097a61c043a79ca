import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { checkedChartBytes } from '../../../../src/core/vault/checked-chart.ts';
import type { TestSummary } from '../../../../src/shared/calls/views.ts';
import { captionWords, pictureOf, plainWords, type Figure } from '../../../../src/renderer/record/figures/figure.ts';
import { weekWords } from '../../../../src/renderer/record/figures/response-words.ts';
import { storedTests, usualTests } from '../../../../src/renderer/places/charts/results/chart-tests.tsx';
import { gradesFigure, type Grades } from '../../../../src/renderer/places/charts/results/grades-figure.tsx';
import { liverFigure } from '../../../../src/renderer/places/charts/results/liver-figure.ts';
import { shiftFigure, subjectsOfMark } from '../../../../src/renderer/places/charts/results/shift-figure.tsx';
import { panelOf, trendsFigure } from '../../../../src/renderer/places/charts/results/trends-figure.tsx';
import { unitWords, withUnit } from '../../../../src/renderer/places/charts/results/trend-words.ts';
import { screenSubjects } from '../../../../src/shared/derive/liver-screening.ts';
import { noRecords } from '../../../../src/shared/derive/left-out.ts';
import { nothingLeftOut, testSeries, type PointsAnswer } from '../../../../src/shared/derive/result-series.ts';
import { shiftsOf } from '../../../../src/shared/derive/shifts.ts';
import { trendsOf, type Trends } from '../../../../src/shared/derive/trends.ts';

interface Result {
  readonly subject: string;
  readonly test?: number;
  /** The code of its record, if it is not that of its test. */
  readonly code?: string;
  readonly day: number;
  readonly value: number;
  readonly flag?: -1 | 0 | 1;
  readonly times?: number;
  readonly beyond?: -1 | 1;
  readonly grade?: number;
}

const names = ['ALT', 'AST', 'Bilirubin'];

function answerOf(results: readonly Result[]): PointsAnswer {
  const subjects = [...new Set(results.map(({ subject }) => subject))];
  return {
    ...{ subjects, units: ['U/L'], leftOut: names.map(() => nothingLeftOut) },
    points: {
      key: results.map((_, at) => `r${String(at)}`),
      subject: results.map(({ subject }) => subjects.indexOf(subject)),
      test: results.map((one) => one.test ?? 0),
      code: results.map((one) => one.code ?? ['ALT', 'AST', 'BILI'][one.test ?? 0] ?? null),
      serviceCode: results.map(() => null),
      unit: results.map(() => 0),
      at: results.map(({ day }) => day * 86_400_000),
      day: results.map(({ day }) => day),
      value: results.map(({ value }) => value),
      beyond: results.map(({ beyond }) => beyond ?? 0),
      flag: results.map(({ flag }) => flag ?? null),
      low: results.map(() => null),
      high: results.map(() => null),
      times: results.map(({ times }) => times ?? null),
      grade: results.map(({ grade }) => grade ?? null),
      ungraded: results.map(() => false),
    },
  };
}

const size = { width: 1000, height: 500 };
const anchors = new Map(['0012', '0013', '0014', '0015'].map((subject) => [subject, 100]));
const facts = { anchor: 'the baseline assessment', filter: 'All subjects' };

/** The trends of these tests, as the reader computes them. */
function trendsIn(tests: readonly string[], answer: PointsAnswer, days: ReadonlyMap<string, number>, wholeTime = false): Trends {
  return trendsOf(
    tests.map((name, place) => ({
      test: name,
      of: testSeries(answer, { place, code: null }, days),
      ...nothingLeftOut,
    })),
    wholeTime,
  );
}

function summary(test: string, code: string | null = null): TestSummary {
  return { test, code, records: 1, numbers: 1, subjects: 1, units: [] };
}

function expectSaved(figure: Figure): void {
  const markup = renderToStaticMarkup(createElement('svg', {}, pictureOf(figure.draw(size))));
  const body = markup.replaceAll(/var\(--[\w-]+\)/g, '#0f6a5b');
  expect(checkedChartBytes({ form: 'svg', body }).toString('utf8')).toBe(body);
}

describe('trends', () => {
  const results = ['0012', '0013', '0014'].flatMap((subject, at): Result[] => [
    { subject, day: 100, value: 20 + at, flag: 0 },
    { subject, day: 114, value: 40 + 2 * at, flag: 1 },
  ]);

  test('state the change from the first to the last result of each subject', () => {
    const figure = trendsFigure(trendsIn(names, answerOf(results), anchors), { ...facts, dataset: 'labs' });
    expect(plainWords(figure.sentence)).toBe(
      '6 results of 3 subjects in 1 test. Most often outside its range: ALT, 3 of 6 results (50 %). From the first to the last result of a subject ALT changed most: +100.0 % (median of 3 subjects).',
    );
    expectSaved(figure);
    expect(figure.table.rows.map(({ cells }) => cells.slice(2, 5))).toEqual([
      ['0 to 1', '3', '21'],
      ['2 to 3', '3', '42'],
    ]);
  });

  test('name a dozen units that cannot be converted, and count the results in further ones together', () => {
    const odd = Array.from({ length: 20 }, (_, n): Result => ({ subject: '0012', day: 100 + n, value: 1 }));
    const answer = answerOf([...results, ...odd]);
    const units = ['U/L', ...odd.map((_, n) => `odd${String(n)}`)];
    const points = { ...answer.points, unit: [...results.map(() => 0), ...odd.map((_, n) => n + 1)] };
    const { omissions = [] } = trendsFigure(trendsIn(['ALT'], { ...answer, units, points }, anchors), { ...facts, dataset: 'labs' });
    expect(omissions.map(({ words }) => words)).toHaveLength(13);
    expect(omissions.at(-1)?.words).toBe('8 results of ALT in 8 further units, which cannot be converted');
    expect(omissions.at(-1)?.where?.[0]?.values).toHaveLength(8);
  });

  test('count and list the results after the end of the axis, and offer to show the full period', () => {
    const subjects = Array.from({ length: 60 }, (_, at) => `s${String(at)}`);
    const often = subjects.flatMap((subject) => [100, 110, 120].map((day): Result => ({ subject, day, value: 20 })));
    const all = answerOf([...often, { subject: 's0', day: 2000, value: 30 }]);
    const days = new Map(subjects.map((subject) => [subject, 100]));
    const [shown, whole] = [trendsIn(['ALT'], all, days), trendsIn(['ALT'], all, days, true)];
    const asked: boolean[] = [];
    const figureOf = ({ late, ...trends }: Trends) =>
      trendsFigure(
        { ...trends, late: late === null ? null : { ...late, keys: ['l1'] } },
        { ...facts, dataset: 'labs', onWholeTime: (next) => asked.push(next) },
      );
    const figure = figureOf(shown);
    expect(figure.omissions).toEqual([{ words: '1 result after day 21', where: [{ column: 'record_id', op: 'in', values: ['l1'] }] }]);
    expect(captionWords(figure)).toContain('Not drawn: 1 result after day 21.');
    expect(figure.step?.label).toBe('Show the full period');
    figure.step?.take();
    expect(figureOf(whole)).toMatchObject({ omissions: [], step: { label: 'Hide the few late results' } });
    expect(figureOf(whole).caption).toContain('The full period is shown, including 1 result after day 21.');
    figureOf(whole).step?.take();
    expect(asked).toEqual([true, false]);
    expect(
      trendsFigure(trendsIn(['ALT'], answerOf(often), days), { ...facts, dataset: 'labs', onWholeTime: () => undefined }).step,
    ).toBeUndefined();
  });

  test('can be stepped through result by result, panel by panel', () => {
    const figure = trendsFigure(
      trendsIn(names, answerOf([...results, { subject: '0015', test: 1, day: 107, value: 9, beyond: -1 }]), anchors),
      {
        ...{ ...facts, dataset: 'labs' as const },
      },
    );
    const { rows } = figure.draw(size);
    // Lines from the highest end down, then the next panel.
    expect(rows.map((marks) => [marks[0]?.subject, marks.length, panelOf(marks[0] ?? { id: '' })])).toEqual([
      ['0014', 2, 0],
      ['0013', 2, 0],
      ['0012', 2, 0],
      ['0015', 1, 1],
    ]);
    expect(rows[3]?.[0]?.says).toEqual(['0015', 'AST: < 9 U/L', 'week 1']);
    expect(figure.legend.map(({ words }) => words)).toContain('Beyond a limit');
    expect(figure.caption).not.toContain('only the highest result per subject');
  });

  test('ring results of grade 3 or 4, name the grade in the tip, and count and list such results', () => {
    const graded = answerOf([
      { subject: '0012', day: 100, value: 40, grade: 0 },
      { subject: '0012', day: 107, value: 90, grade: 1 },
      { subject: '0012', day: 114, value: 300, grade: 3 },
      { subject: '0013', day: 114, value: 5, grade: -4 },
    ]);
    const figure = trendsFigure(trendsIn(['ALT'], graded, anchors), { dataset: 'labs', ...facts });
    const says = figure.draw(size).rows.flatMap((row) => row.map((mark) => mark.says.find((line) => line.startsWith('CTCAE')) ?? null));
    expect(says.toSorted()).toEqual(['CTCAE grade 1 (high)', 'CTCAE grade 3 (high)', 'CTCAE grade 4 (low)', null]);
    expect(figure.counted).toEqual([
      { words: '2 results of CTCAE grade 3 or 4', where: [{ column: 'record_id', op: 'in', values: ['r2', 'r3'] }] },
    ]);
    expect(captionWords(figure)).toContain('Among them: 2 results of CTCAE grade 3 or 4.');
    expect(figure.legend.map(({ words }) => words)).toContain('CTCAE grade 3 or 4');
    const markup = renderToStaticMarkup(createElement('svg', {}, pictureOf(figure.draw(size))));
    expect(markup.match(/data-severe/g)).toHaveLength(1);
    expectSaved(figure);
    const mild = trendsFigure(trendsIn(['ALT'], answerOf([{ subject: '0012', day: 100, value: 40, grade: 2 }]), anchors), {
      dataset: 'labs',
      ...facts,
    });
    expect(mild.counted).toEqual([]);
    expect(renderToStaticMarkup(createElement('svg', {}, pictureOf(mild.draw(size))))).not.toContain('data-severe');
  });

  test('explain a median only if one is drawn, which needs five subjects', () => {
    const words = (subjects: readonly string[]): readonly string[] => {
      const drawn = subjects.flatMap((subject): Result[] => [
        { subject, day: 100, value: 20 },
        { subject, day: 114, value: 30 },
      ]);
      const days = new Map(subjects.map((subject) => [subject, 100]));
      const figure = trendsFigure(trendsIn(['ALT'], answerOf(drawn), days), { ...facts, dataset: 'labs' });
      return figure.legend.map((item) => item.words);
    };
    expect(words(['0012', '0013', '0014', '0015'])).toEqual(['Subjects']);
    expect(words(['0012', '0013', '0014', '0015', '0016'])).toEqual(['Median', 'Interquartile range', 'Subjects']);
  });

  test('shorten a long test name to its end so that it fits its panel', () => {
    const name = 'Diastolic Blood Pressure, Blood Pressure Positioning Supine, after five minutes of rest, left arm';
    const figure = trendsFigure(trendsIn([name], answerOf([{ subject: '0012', day: 100, value: 80 }]), anchors), {
      dataset: 'labs',
      ...facts,
    });
    const markup = renderToStaticMarkup(createElement('svg', {}, pictureOf(figure.draw({ width: 400, height: 300 }))));
    expect(markup).toMatch(/>…[^<]*left arm</);
  });

  test('write units and weeks in common notation', () => {
    expect(['Cel', 'mm[Hg]', '[degF]', 'U/L', ''].map(unitWords)).toEqual(['°C', 'mmHg', '°F', 'U/L', '']);
    expect(withUnit(-1.5, 'Cel')).toBe('−1.5 °C');
    expect(weekWords(-0.1)).toBe('week −0.1');
  });

  test('replace lines by one mark per subject for very many results, drawn only if it is outside its range', () => {
    const many = Array.from({ length: 41_000 }, (_, at): Result => {
      const [subject, value] = [at % 500, at % 97];
      return { subject: String(subject), day: 100 + (at % 80), value: subject < 7 ? 200 : value, flag: subject < 7 ? 1 : 0 };
    });
    const all = new Map(many.map(({ subject }) => [subject, 100]));
    const figure = trendsFigure(trendsIn(['ALT'], answerOf(many), all), { ...facts, dataset: 'labs' });
    expect(figure.draw(size).rows.map((marks) => marks.length)).toEqual([500]);
    expect(figure.legend.map((item) => item.words)).toEqual(['Median', 'Interquartile range', 'Above its range']);
    const markup = renderToStaticMarkup(createElement('svg', {}, pictureOf(figure.draw(size))));
    const [, above = ''] = /d="([^"]*)" fill="var\(--high-line\)"/.exec(markup) ?? [];
    expect(above.split('Z').length - 1).toBe(7);
    expect(figure.caption).toContain('There are too many subjects to draw individual lines');
    expect(figure.caption).toContain('only the highest result per subject and test can be selected');
  });

  test('end the axis above nearly all results if a few lie far beyond, and count those', () => {
    const usual = Array.from({ length: 300 }, (_, at): Result => ({ subject: '0012', day: 100 + at, value: 20 }));
    const { trends } = trendsIn(['ALT'], answerOf([...usual, { subject: '0013', day: 100, value: 20_000 }]), anchors);
    expect([trends[0]?.clippedAt, trends[0]?.clipped]).toEqual([40, 1]);
  });
});

describe('shifts', () => {
  const answer = answerOf([
    { subject: '0012', day: 90, value: 30, flag: 0 },
    { subject: '0012', day: 110, value: 90, flag: 1 },
    { subject: '0013', day: 100, value: 30, flag: 0 },
    { subject: '0013', day: 101, value: 3, flag: -1 },
    { subject: '0013', day: 102, value: 80, flag: 1 },
    { subject: '0014', day: 101, value: 30, flag: 0 },
    { subject: '0099', day: 101, value: 30, flag: 0 },
  ]);
  const shifts = shiftsOf('ALT', testSeries(answer, { place: 0, code: null }, anchors), anchors);

  test('are counted separately upwards and downwards, starting from the last result up to the anchor', () => {
    expect(plainWords(shiftFigure(shifts, facts).sentence)).toBe('2 of 2 subjects with both categories shifted upwards, 1 of 2 downwards.');
    expect(subjectsOfMark(shifts, { id: 'high NORMAL HIGH' })).toEqual(['0012', '0013']);
    expect(subjectsOfMark(shifts, { id: 'low NORMAL LOW' })).toEqual(['0013']);
    expect(subjectsOfMark(shifts, { id: 'low NORMAL HIGH' })).toEqual(['0012']);
    expect(subjectsOfMark(shifts, { id: 'high MISSING NORMAL' })).toEqual(['0014']);
    expect(shiftFigure(shifts, facts).omissions).toEqual([
      { words: '1 result of ALT of 1 subject without that anchor', where: [{ column: 'record_id', op: 'in', values: ['r6'] }] },
    ]);
  });

  test('count the results with the code of the test under other names', () => {
    const tests = [
      { test: 'ALT', code: 'ALT', records: 7 },
      { test: 'SGPT', code: 'ALT', records: 5 },
      { test: 'AST', code: 'AST', records: 3 },
      { test: 'Zorblax', code: null, records: 2 },
    ];
    expect(shiftFigure(shifts, { ...facts, tests }).omissions).toContainEqual({
      words: '5 results with the code of ALT (ALT) under other names: SGPT',
      where: [{ column: 'test', op: 'in', values: ['SGPT'] }],
    });
    const drawn = trendsIn(['ALT', 'SGPT'], answerOf([{ subject: '0012', day: 100, value: 80 }]), anchors);
    expect(trendsFigure(drawn, { ...facts, dataset: 'labs', tests }).omissions).toEqual([]);
  });

  test('never give a value in an unconvertible unit the unit of the test', () => {
    const mixed = answerOf([
      ...[100, 101, 102].map((day) => ({ subject: '0012', day, value: 20 })),
      { subject: '0012', day: 103, value: 900 },
      { subject: '0012', day: 104, value: 800 },
    ]);
    const { units, unit, flag } = { units: ['foo', 'bar'], unit: [null, null, null, 0, 1], flag: [0, 0, 0, 1, 1] as const };
    const series = testSeries({ ...mixed, units, points: { ...mixed.points, unit, flag: [...flag] } }, { place: 0, code: null }, anchors);
    const [one] = shiftsOf('ALT', series, anchors).subjects;
    expect(one?.values.high).toEqual({ value: 900, unit: 'another unit', beyond: 0 });
  });

  test('can be saved as a drawing', () => {
    expectSaved(shiftFigure(shifts, facts));
  });

  test('have one mark per cell, row by row across both tables, and none for a single subject', () => {
    const { rows } = shiftFigure(shifts, facts).draw(size);
    expect(rows.map((marks) => marks.length)).toEqual([8, 8, 8, 8]);
    expect(rows.flat().every(({ subject }) => subject === null)).toBe(true);
  });
});

describe('the worst grades', () => {
  const graded = (term: string, worst: number | null): Grades['tests'][number] => ({
    ...{ code: term.toUpperCase(), direction: 'high', term },
    subjects: [{ subject: '0012', baseline: 0, worst, record: worst === null ? null : 'r1' }],
  });
  const figureOf = (tests: Grades['tests']) =>
    gradesFigure(
      {
        ...{ generation: 1, version: '5.0', tests, unanchored: [] },
        ...{ ungraded: noRecords, undated: noRecords, nameless: noRecords, ofUnanchored: noRecords },
      },
      facts,
    );

  test('name, but do not draw, a test that is graded at baseline only', () => {
    const figure = figureOf([graded('Alt', 2), graded('Ldh', null)]);
    expect(figure.draw(size).rows).toHaveLength(1);
    expect(figure.caption).toContain('Graded at baseline only, so not drawn: Ldh (LDH).');
    expect(figure.table.rows).toHaveLength(2);
    expect(figureOf([graded('Alt', 0)]).caption).not.toContain('Graded at baseline only');
    expect(figureOf([graded('Ldh', null)]).nothing).toBe('No graded result after the baseline assessment.');
  });
});

describe('the liver screen', () => {
  const screening = screenSubjects(
    answerOf([
      { subject: '0012', test: 0, day: 100, value: 0, times: 3 },
      { subject: '0012', test: 2, day: 114, value: 0, times: 2.1 },
      { subject: '0013', test: 1, day: 100, value: 0, times: 9 },
      { subject: '0013', test: 2, day: 115, value: 0, times: 2.5 },
      { subject: '0014', test: 0, day: 100, value: 0, times: 1 },
      { subject: '0015', test: 0, day: 100, value: 0 },
      { subject: '0016', test: 2, code: 'BILDIR', day: 100, value: 0, times: 5 },
    ]),
    { withinDays: 14, direction: 'either' },
  );
  const figure = liverFigure(screening, { filter: 'All subjects', nothing: null });

  test('uses the results of the two peaks, and the first dated one of equal peaks', () => {
    const points = answerOf([
      { subject: '0012', test: 0, day: 110, value: 0, times: 3 },
      { subject: '0012', test: 1, day: 100, value: 0, times: 3 },
      { subject: '0012', test: 1, day: 90, value: 0, times: 3 },
      { subject: '0012', test: 2, day: 120, value: 0, times: 2 },
      { subject: '0013', test: 2, day: 120, value: 0, times: 2 },
    ]);
    const at = points.points.day.map((one) => (one === 90 || one === 120 ? null : one));
    const undated = { ...points, points: { ...points.points, at, day: at } };
    const [one, other] = screenSubjects(undated, { withinDays: 14, direction: 'either' }).subjects;
    expect(one?.atPeak).toEqual({
      transaminase: { code: 'AST', key: 'r1', day: 100, times: 3, beyond: 0 },
      bilirubin: { code: 'BILI', key: 'r3', day: null, times: 2, beyond: 0 },
    });
    expect(other?.atPeak.transaminase).toBeNull();
  });

  test('names the shapes that are drawn', () => {
    const words = (): readonly string[] => figure.legend.map((item) => item.words);
    expect(words()).toEqual(['Both within 14 days', 'Both, outside the window']);
  });

  test('counts subjects who reached 3 × ULN and rose above 2 × ULN, and those who did so within 14 days', () => {
    expect(plainWords(figure.sentence)).toBe(
      '2 of 2 subjects reached 3 × ULN of ALT or AST and rose above 2 × ULN of total bilirubin, 1 of them within 14 days.',
    );
  });

  test('lists subjects and results that are not drawn, with the reason', () => {
    expect(figure.omissions?.map(({ words, where }) => [words, where?.[0]?.values])).toEqual([
      ['no total bilirubin with an upper limit: 0014', ['0014']],
      ['no result with an upper limit: 0015', ['0015']],
      ['1 result without a readable upper limit', ['r5']],
      ['1 result of tests with these names, but with another test code or none', ['r6']],
    ]);
    expect(figure.table.rows.map(({ cells }) => cells.slice(7))).toEqual([
      ['Both limits reached', 'yes'],
      ['Both limits reached', 'no'],
      ['not drawn: no total bilirubin with an upper limit', ''],
      ['not drawn: no result with an upper limit', ''],
    ]);
  });

  test('can be saved as a drawing', () => {
    expectSaved(figure);
  });

  test('has one mark per subject', () => {
    expect(figure.draw(size).rows[0]?.map(({ subject }) => subject)).toEqual(['0012', '0013']);
  });
});

test('tests default to the most informative ones, and a stored choice is limited to tests that still exist', () => {
  const tests = [summary('Sodium'), summary('ALT (SGPT)', 'ALT'), summary('Albumin', 'ALB')];
  expect(usualTests('labs', tests)).toEqual(['ALT (SGPT)', 'Albumin', 'Sodium']);
  expect(storedTests('Sodium\nGone', tests)).toEqual(['Sodium']);
  expect(storedTests('Gone', tests)).toBeNull();
  expect(storedTests('', tests)).toBeNull();
});
