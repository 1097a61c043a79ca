import { afterEach, beforeEach, expect, test } from 'vitest';
import { listTerms, noTerms } from '../../../src/core/terms/list-tests.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function add(...labs: readonly FixtureRow[]): void {
  fixture.add(
    'labs',
    labs.map((lab, at) => ({ record_id: String(at), subject: '1', ...lab })),
  );
}

test('tests are listed by name and service code, the most frequent first, each with its codes and units', () => {
  const alt = { test: 'ALT', service_code: 'S1', test_code: 'ALT', unit: 'U/L' };
  add(alt, { ...alt, service_code: 'S2' }, { ...alt, service_code: 'S2', unit: null }, { ...alt, service_code: 'S2', test_code: null });
  expect(listTerms(fixture.study).tests).toMatchObject([
    {
      ...{ dataset: 'labs', test: 'ALT', serviceCode: 'S2', records: 3, decided: false },
      codes: [
        { code: 'ALT', records: 2 },
        { code: null, records: 1 },
      ],
      units: [
        { text: 'U/L', records: 2, reading: 'U/L' },
        { text: null, records: 1, reading: null },
      ],
    },
    { serviceCode: 'S1', records: 1, codes: [{ code: 'ALT', records: 1 }] },
  ]);
});

test('a unit is read with the most frequent code of the test', () => {
  const platelets = { test: 'Platelets', test_code: 'PLAT', unit: 'G/L' };
  add(platelets, platelets, { ...platelets, test_code: 'ALB' });
  expect(listTerms(fixture.study).tests).toMatchObject([{ units: [{ text: 'G/L', reading: '10*9/L' }] }]);
});

test('a test without a name or unit is listed with none', () => {
  add({ test: '', unit: '' }, { test: null, unit: null });
  expect(listTerms(fixture.study).tests).toMatchObject([{ test: '', records: 2, units: [{ text: null, records: 2, reading: null }] }]);
});

test.each([
  ['7 - 56', 'U/L', true],
  ['Negative', 'U/L', true],
  ['see 2 below', 'U/L', false],
  [null, 'U/L', false],
])('the range %s beside %s is understood: %s', (reference_range, unit, understood) => {
  add({ test: 'ALT', unit, reference_range });
  expect(listTerms(fixture.study).tests).toMatchObject([{ ranges: [{ text: reference_range, records: 1, understood }] }]);
});

test('the code that only a rarer unit contradicts is proposed, and the rule is that of the most frequent unit', () => {
  const glucose = { test: 'Glucose', service_code: null, test_code: 'GLUC' };
  add({ ...glucose, unit: 'mmol/L' }, { ...glucose, unit: 'mmol/L' }, { ...glucose, unit: '%' });
  expect(listTerms(fixture.study).tests).toMatchObject([{ proposed: 'GLUC', rule: 'name' }]);
});

test('nothing is proposed for a test whose code is sure, or unknown', () => {
  add({ test: 'Glucose', unit: 'mmol/L' }, { test: 'Zorblax Index', unit: 'mmol/L' });
  expect(listTerms(fixture.study).tests.map(({ proposed, rule }) => [proposed, rule])).toEqual([
    [null, 'name'],
    [null, null],
  ]);
});

test('a study without a file has no tests and the usual decisions, with their digest', () => {
  expect(noTerms()).toEqual({ ...listTerms(fixture.study), tests: [], history: [] });
  expect(noTerms()).toMatchObject({ terms: { version: 0, system: 'SI', ctcae: '5.0' }, tests: [] });
});
