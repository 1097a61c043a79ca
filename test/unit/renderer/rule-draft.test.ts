import { describe, expect, test } from 'vitest';
import { askedBy, draftOfRule, freshRule, type RuleDraft } from '../../../src/renderer/record/checks/rule-draft.ts';
import type { CheckRule } from '../../../src/shared/checks/check-rule.ts';
import type { Condition } from '../../../src/shared/query.ts';

const rule: CheckRule = {
  ...{ id: 'mine', title: 'Mine', says: '', severity: 'major', source: '', dataset: 'labs' },
  where: [{ column: 'test_code', op: '=', values: ['K'] }],
  finds: [{ test_code: 'K', subject: '0012' }],
  leaves: [{ test_code: 'NA', subject: '0013', result_number: 4 }],
};

function drafted(...where: Condition[]): RuleDraft {
  return draftOfRule({ ...rule, where });
}

describe('examples of a rule', () => {
  test('are sent and stored without cells of columns that no condition names', () => {
    expect(askedBy(draftOfRule(rule))).toMatchObject({ finds: [{ test_code: 'K' }], leaves: [{ test_code: 'NA' }] });
    expect(JSON.stringify(askedBy(draftOfRule(rule)))).not.toMatch(/subject|0012|0013|result_number/);
  });

  test('lose the cells of a removed condition', () => {
    const begun = freshRule('labs', [
      { column: 'unit', op: '=', values: ['mmol/L'] },
      { column: 'test_code', op: '=', values: ['K'] },
    ]);
    const asked = askedBy({ ...begun, where: begun.where.slice(1) });
    expect(asked).toMatchObject({ finds: [{ test_code: 'K' }], leaves: [{ test_code: null }] });
    expect(JSON.stringify(asked)).not.toContain('mmol/L');
  });

  test.each(['subject', 'unique_subject', 'record_id', 'performer'])('start without real values of %s', (column) => {
    for (const op of ['=', '!=', 'contains', 'in', 'not-in'] as const) {
      const { finds, leaves } = freshRule('labs', [
        { column, op, values: ['REAL-0012'] },
        { column: 'test_code', op: '=', values: ['K'] },
      ]);
      expect(JSON.stringify([finds, leaves])).not.toContain('REAL-0012');
      expect(finds).toMatchObject([{ test_code: 'K' }]);
    }
  });
});

describe('a first example of a rule', () => {
  test.each<[Condition, string, string]>([
    [{ column: 'visit', op: 'in', values: ['', 'any1'] }, '', 'any2'],
    [{ column: 'visit', op: 'not-in', values: ['', 'any1'] }, 'any2', ''],
    [{ column: 'visit', op: '=', values: [''] }, '', 'any1'],
    [{ column: 'visit', op: '!=', values: [''] }, 'any1', ''],
    [{ column: 'result_number', op: 'not-in', values: ['', '1'] }, '2', ''],
    [{ column: 'collected', op: 'missing', values: [] }, '', '2025-01-01'],
    [{ column: 'collected', op: '>', values: ['2024-02-29'] }, '2025-02-28', '2024-02-29'],
    [{ column: 'collected', op: '<', values: ['2024-02-29T10:00:00Z'] }, '2023-02-28T10:00:00Z', '2024-02-29T10:00:00Z'],
  ])('for %j finds "%s" and does not find "%s"', (condition, found, notFound) => {
    const { finds, leaves } = freshRule('labs', [condition]);
    expect([finds, leaves]).toEqual([[{ [condition.column]: found }], [{ [condition.column]: notFound }]]);
  });
});

describe('values of a condition', () => {
  test.each<[string, Condition]>([
    ['an empty text in a list', { column: 'visit', op: 'in', values: ['', 'C1D1'] }],
    ['an empty text alone in a list', { column: 'visit', op: 'not-in', values: [''] }],
    ['an empty text', { column: 'visit', op: '=', values: [''] }],
    ['an excluded empty text', { column: 'visit', op: '!=', values: [''] }],
    ['a text with surrounding spaces', { column: 'visit', op: '=', values: [' a '] }],
    ['a list with surrounding spaces', { column: 'visit', op: 'in', values: [' a ', 'b'] }],
  ])('%s stays as it is unless it is typed again', (_, condition) => {
    expect(askedBy(drafted(condition))?.where).toEqual([condition]);
  });

  test('lose surrounding spaces when they are typed again', () => {
    const draft = drafted({ column: 'visit', op: 'in', values: [' a '] });
    const [condition] = draft.where;
    const typed = condition === undefined ? [] : [{ ...condition, text: ' b , c ' }];
    expect(askedBy({ ...draft, where: typed })?.where).toEqual([{ column: 'visit', op: 'in', values: ['b', 'c'] }]);
  });

  test('are refused if empty for a number, a date or “contains”', () => {
    for (const [column, op] of [
      ['result_number', '='],
      ['result_number', 'in'],
      ['collected', '='],
      ['visit', 'contains'],
    ] as const)
      expect(askedBy(drafted({ column, op, values: [''] })), `${column} ${op}`).toBeNull();
  });

  test('keep their spaces in an example', () => {
    const asked = askedBy(
      draftOfRule({ ...rule, where: [{ column: 'visit', op: '=', values: [' a '] }], finds: [{ visit: ' a ' }], leaves: [{}] }),
    );
    expect(asked?.finds).toEqual([{ visit: ' a ' }]);
  });
});
