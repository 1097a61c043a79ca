import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkedStudy, type CheckedStudy } from '../../../src/core/checks/checked-study.ts';
import { readRuleFile, readRuleText } from '../../../src/core/checks/rule-file.ts';
import { conditionText, ruleText } from '../../../src/shared/checks/rule-text.ts';
import { writeTextFile } from '../../../src/core/platform/text-file.ts';
import { assertExamples, tryExamples } from '../../../src/core/checks/try-rule.ts';
import { ruleOutcomes } from '../../../src/core/checks/rule-outcomes.ts';
import { tryRule } from '../../../src/core/checks/own-rules.ts';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import { parseCondition } from '../../../src/core/query/parse-condition.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import type { CheckRule } from '../../../src/shared/checks/check-rule.ts';
import { checkNames, dataChecks } from '../../../src/shared/checks/data-checks.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Condition } from '../../../src/shared/query.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

const mark = '3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a001';
const other = '3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a002';
const potassium: CheckRule = {
  id: 'potassium-above-6',
  title: 'Potassium above 6',
  says: 'Repeat the sample.',
  severity: 'critical',
  source: 'Protocol 6.3',
  dataset: 'labs',
  where: [
    { column: 'test_code', op: '=', values: ['K'] },
    { column: 'result_number', op: '>', values: ['6'] },
  ],
  finds: [{ test_code: 'K', result_number: 6.1 }],
  leaves: [{ test_code: 'K', result_number: 6 }, { test_code: 'SODIUM', result_number: 140 }, {}],
};

describe('examples', () => {
  test.each<[string, Partial<CheckRule>, readonly object[]]>([
    ['hold', {}, []],
    ['a record that should be found is not', { finds: [{ test_code: 'K', result_number: 5 }] }, [{ of: 'finds', at: 0 }]],
    ['a record that should be left is found', { leaves: [{}, { test_code: 'K', result_number: 9 }] }, [{ of: 'leaves', at: 1 }]],
    [
      'dates',
      { where: on('collected', '<', '2025-02'), finds: [{ collected: '2025-01-31T23:59' }], leaves: [{ collected: '2025-02-01' }] },
      [],
    ],
    [
      'a shared column',
      { where: on('reference_range', 'contains', 'FAST'), finds: [{ reference_range: '70-99 fasting' }], leaves: [{}] },
      [],
    ],
    [
      'a text that is not a date, which has no time, as in a record',
      { where: on('collected', '<', '2025-02'), finds: [{ collected: '2025-01-31' }], leaves: [{ collected: 'soon' }, { collected: '' }] },
      [],
    ],
    ['other scripts', { where: on('test', 'contains', 'ÄPFEL'), finds: [{ test: 'äpfelsäure' }], leaves: [{ test: 'apfel' }] }, []],
    ['no value', { where: on('unit', 'missing'), finds: [{}, { unit: '' }], leaves: [{ unit: 'g' }] }, []],
  ])('%s', (_, part, failed) => {
    expect(tryExamples({ ...potassium, ...part })).toEqual(failed);
  });

  test.each<[string, Partial<CheckRule>, string]>([
    ['a column that is not declared', { where: on('potasium', '=', '1') }, 'no column "potasium"'],
    ['a column of an example that is not declared', { leaves: [{ results: 1 }] }, 'no column "results"'],
    ['a text instead of a number', { finds: [{ test_code: 'K', result_number: 'high' }] }, 'a value in "result_number" that does not fit'],
    ['an operator that the column does not support', { where: on('result_number', 'contains', '6') }, 'cannot be compared'],
    ['examples that do not hold', { leaves: [{ test_code: 'K', result_number: 7 }] }, 'Example 1 of "leaves" is found'],
  ])('%s is refused', (_, part, words) => {
    expect(() => {
      assertExamples({ ...potassium, ...part });
    }).toThrow(words);
  });
});

function on(column: string, op: Condition['op'], ...values: string[]): Condition[] {
  return [{ column, op, values }];
}

describe('rule files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrel-rules-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('are read back as written, with conditions as in --where, and are not overwritten', () => {
    const path = join(folder, 'checks.json');
    writeTextFile(path, ruleText([potassium]), false, () => undefined);
    expect(readFileSync(path, 'utf8')).toContain('"result_number > 6"');
    expect(readRuleFile(path)).toEqual([potassium]);
    expect(() => {
      writeTextFile(path, ruleText([potassium]), false, () => undefined);
    }).toThrow(expect.objectContaining({ code: 'EXPORT' }));
  });

  test('keep a condition of 2,000 values', () => {
    const values = Array.from({ length: 2000 }, (_, at) => `TEST-${String(at)}`);
    const long = { ...potassium, where: on('test_code', 'in', ...values), finds: [{ test_code: 'TEST-7' }], leaves: [{}] };
    expect(readRuleText(ruleText([long]), 'mine.json')).toEqual([long]);
  });

  test('are never written longer than what can be read', () => {
    const where = on('test_code', 'in', ...Array.from({ length: 10_000 }, (_, at) => `${'x'.repeat(500)}${String(at)}`));
    expect(() => ruleText([{ ...potassium, where }])).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('keep any values in the text of a condition', () => {
    const value = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        for (const condition of [...on('test', 'in', ...values), ...on('test', '=', values[0] ?? '')])
          expect(parseCondition(datasets.labs, conditionText(condition))).toEqual(condition);
      }),
    );
  });

  test.each<[string, (file: { format: string; formatVersion: number; checks: Record<string, unknown>[] }) => unknown, string]>([
    ['another format', (file) => ({ ...file, format: 'x' }), 'format is not carrel-checks'],
    ['a later version', (file) => ({ ...file, formatVersion: 2 }), 'format version is not 1'],
    ['no example', (file) => changed(file, { leaves: [] }), 'checks.0.leaves'],
    ['the id of a built-in check', (file) => changed(file, { id: 'factor-jump' }), 'built-in check'],
    ['an unknown field', (file) => changed(file, { sql: 'DROP TABLE x' }), 'checks.0'],
    ['an unknown column', (file) => changed(file, { where: ['potasium > 6'] }), 'no column "potasium"'],
    ['a condition without an operator', (file) => changed(file, { where: ['test_code'] }), 'column operator value'],
    ['an example that is not found', (file) => changed(file, { finds: [{}] }), 'potassium-above-6: Example 1'],
    ['two checks of one id', (file) => ({ ...file, checks: [...file.checks, ...file.checks] }), 'twice'],
  ])('with %s are refused with the reason', (_, change, words) => {
    const file = JSON.parse(ruleText([potassium])) as Parameters<typeof change>[0];
    expect(() => readRuleText(JSON.stringify(change(file)), 'mine.json')).toThrow(words);
  });

  function changed<T extends { checks: Record<string, unknown>[] }>(file: T, part: Record<string, unknown>): T {
    return { ...file, checks: [{ ...file.checks[0], ...part }] };
  }

  test('are refused if they are not JSON or cannot be read', () => {
    writeFileSync(join(folder, 'none.json'), 'checks:');
    expect(() => readRuleFile(join(folder, 'none.json'))).toThrow('it is not JSON');
    expect(() => readRuleFile(folder)).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(() => readRuleFile(join(folder, 'missing.json'))).toThrow('could not be read');
  });
});

describe("a study's own rules", () => {
  let fixture: StudyFixture;
  beforeEach(() => {
    fixture = makeStudy();
    fixture.add(
      'labs',
      [5, 6.5, 7].map((value, at) => ({
        ...{ record_id: String(at), subject: `00${String(12 + at)}`, test: 'Potassium', test_code: 'K', unit: 'mmol/L' },
        result_number: value,
      })),
    );
  });
  afterEach(() => {
    fixture.remove();
  });

  function checked(given: readonly CheckRule[] = []): CheckedStudy {
    const { study } = fixture;
    return checkedStudy(
      study,
      perGeneration(study, () => tallyResults(study)),
      { given },
    );
  }

  function annotate(kind: string, name: string, value: unknown): void {
    fixture.change(
      `INSERT OR REPLACE INTO annotation (kind, name, value, at) VALUES ('${kind}', '${name}', '${JSON.stringify(value)}', '2026-11-26T10:00:00Z')`,
    );
  }

  const line = async (study: CheckedStudy, check: string): Promise<unknown> =>
    (await study.summary({ subjects: null })).checks.find((one) => one.check === check);

  test('are counted beside the built-in checks with severity and source, list their records and follow each change', async () => {
    const study = checked();
    expect(await line(study, potassium.id)).toBeUndefined();
    annotate('check-rule', mark, potassium);
    expect(await line(study, potassium.id)).toMatchObject({
      ...{ title: 'Potassium above 6', severity: 'critical', source: 'Protocol 6.3', own: mark, owner: null },
      ...{ records: 2, open: 2, subjects: 2 },
    });
    const { records } = await study.records({ check: potassium.id, dataset: 'labs', subjects: ['0013'], limit: 10 });
    expect(records.map(({ key }) => key)).toEqual(['1']);
    annotate('check-rule', mark, { ...potassium, where: on('result_number', '>', '100') });
    expect(await line(study, potassium.id)).toMatchObject({ records: 0 });
  });

  test('open looked-at findings again once their conditions change, but not when only the title does', async () => {
    annotate('check-rule', mark, potassium);
    const study = checked();
    const { rule } = (await study.summary({ subjects: null })).checks.find(({ check }) => check === potassium.id) ?? { rule: null };
    const looked = { check: potassium.id, dataset: 'labs', generation: 1, at: '2026-11-26T10:00:00Z', keys: ['1', '2'] };
    annotate('looked-at', other, { ...looked, rule });
    expect(await line(study, potassium.id)).toMatchObject({ records: 2, open: 0, rule });
    annotate('check-rule', mark, { ...potassium, title: 'High potassium' });
    expect(await line(study, potassium.id)).toMatchObject({ open: 0, rule });
    annotate('check-rule', mark, { ...potassium, where: on('result_number', '>', '5.5') });
    expect(await line(study, potassium.id)).toMatchObject({ records: 2, open: 2 });
    annotate('check-rule', mark, potassium);
    annotate('looked-at', other, looked);
    expect(await line(study, potassium.id)).toMatchObject({ records: 2, open: 2 });
  });

  test('are reported as not run once the rules together find too many records', async () => {
    const rules = ['a', 'b', 'c'].map((id) => ({ ...potassium, id }));
    const outcomes = ruleOutcomes(fixture.study, { most: 4 });
    const { of } = await outcomes.run(rules);
    expect(rules.map((rule) => of(rule))).toMatchObject([
      { found: { length: 2 } },
      { found: { length: 2 } },
      { why: expect.stringContaining('more than 4 records') as string },
    ]);
    const alone = await outcomes.run(rules.slice(2));
    expect(rules.map((rule) => alone.of(rule))).toMatchObject([undefined, undefined, { found: { length: 2 } }]);
  });

  test('yield to other work in between, and run only once each', async () => {
    const rules = Array.from({ length: 100 }, (_, at) => ({ ...potassium, id: `rule-${String(at)}` }));
    const outcomes = ruleOutcomes(fixture.study);
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const { of } = await outcomes.run(rules);
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
    const again = await outcomes.run(rules);
    for (const rule of rules) expect(again.of(rule)).toBe(of(rule));
  });

  test('are tried with their examples before they are saved', () => {
    expect(tryRule(fixture.study, potassium)).toEqual({ records: 2, finds: [], leaves: [], why: null });
    expect(tryRule(fixture.study, { ...potassium, finds: [{}] })).toMatchObject({ records: 2, finds: [0] });
    expect(tryRule(fixture.study, { ...potassium, where: on('potasium', '=', '1') }).why).toContain('no column "potasium"');
  });

  test('name their owner in the summary and in each finding', async () => {
    annotate('check-rule', mark, potassium);
    annotate('check-owner', mark, { check: potassium.id, dataset: 'labs', owner: 'Data management' });
    const study = checked();
    expect(await line(study, potassium.id)).toMatchObject({ owner: { name: 'Data management', mark } });
    expect((await study.found(null)).findings.map(({ owner }) => owner)).toContain('Data management');
  });

  test('are replaced by a given rule with the same id', async () => {
    annotate('check-rule', mark, potassium);
    const study = checked([{ ...potassium, where: on('result_number', '<', '6') }]);
    expect(await line(study, potassium.id)).toMatchObject({ records: 1, own: null });
  });

  test('are reported with the reason if they cannot run', async () => {
    annotate('check-rule', mark, { ...potassium, where: on('grade_of_old', '>', '6') });
    const { notRun } = await checked().summary({ subjects: null });
    expect(notRun).toEqual([expect.objectContaining({ check: potassium.id, own: mark })]);
    expect(notRun[0]?.why).toContain('grade_of_old');
  });
});

test('every built-in check has a severity', () => {
  expect(new Set(checkNames.map((name) => dataChecks[name].severity))).toEqual(new Set(['critical', 'major', 'minor']));
});
