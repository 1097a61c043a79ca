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

describe('examples', () => {
  test('are asked and kept without cells of columns that no condition names', () => {
    expect(askedBy(draftOfRule(rule))).toMatchObject({ finds: [{ test_code: 'K' }], leaves: [{ test_code: 'NA' }] });
    expect(JSON.stringify(askedBy(draftOfRule(rule)))).not.toMatch(/subject|0012|0013|result_number/);
  });

  test('a condition that is taken away takes its cells with it', () => {
    const begun = freshRule('labs', [
      { column: 'unit', op: '=', values: ['mmol/L'] },
      { column: 'test_code', op: '=', values: ['K'] },
    ]);
    const asked = askedBy({ ...begun, where: begun.where.slice(1) });
    expect(asked).toMatchObject({ finds: [{ test_code: 'K' }], leaves: [{ test_code: null }] });
    expect(JSON.stringify(asked)).not.toContain('mmol/L');
  });

  test.each(['subject', 'unique_subject', 'record_id', 'performer'])('begin without real values of %s', (column) => {
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

describe('a first example', () => {
  test.each<[Condition, string, string]>([
    [{ column: 'visit', op: 'in', values: ['', 'any1'] }, '', 'any2'],
    [{ column: 'visit', op: 'not-in', values: ['', 'any1'] }, 'any2', ''],
    [{ column: 'visit', op: '=', values: [''] }, '', 'any1'],
    [{ column: 'visit', op: '!=', values: [''] }, 'any1', ''],
    [{ column: 'result_number', op: 'not-in', values: ['', '1'] }, '2', ''],
    [{ column: 'collected', op: 'missing', values: [] }, '', '2025-01-01'],
    [{ column: 'collected', op: '>', values: ['2024-02-29'] }, '2025-02-28', '2024-02-29'],
    [{ column: 'collected', op: '<', values: ['2024-02-29T10:00:00Z'] }, '2023-02-28T10:00:00Z', '2024-02-29T10:00:00Z'],
  ])('of %j is found with "%s" and not found with "%s"', (condition, found, notFound) => {
    const { finds, leaves } = freshRule('labs', [condition]);
    expect([finds, leaves]).toEqual([[{ [condition.column]: found }], [{ [condition.column]: notFound }]]);
  });
});

describe('values', () => {
  test.each<[string, Condition]>([
    ['an empty one in a list', { column: 'visit', op: 'in', values: ['', 'C1D1'] }],
    ['an empty one alone in a list', { column: 'visit', op: 'not-in', values: [''] }],
    ['an empty text', { column: 'visit', op: '=', values: [''] }],
    ['no empty text', { column: 'visit', op: '!=', values: [''] }],
    ['spaces around it', { column: 'visit', op: '=', values: [' a '] }],
    ['spaces around those of a list', { column: 'visit', op: 'in', values: [' a ', 'b'] }],
  ])('%s stays as it is where nobody types it anew', (_, condition) => {
    expect(askedBy(drafted(condition))?.where).toEqual([condition]);
  });

  test('that are typed anew lose the spaces around them', () => {
    const draft = drafted({ column: 'visit', op: 'in', values: [' a '] });
    const [condition] = draft.where;
    const typed = condition === undefined ? [] : [{ ...condition, text: ' b , c ' }];
    expect(askedBy({ ...draft, where: typed })?.where).toEqual([{ column: 'visit', op: 'in', values: ['b', 'c'] }]);
  });

  test('an empty one is none of a number or a date, nor contained in anything', () => {
    for (const [column, op] of [
      ['result_number', '='],
      ['result_number', 'in'],
      ['collected', '='],
      ['visit', 'contains'],
    ] as const)
      expect(askedBy(drafted({ column, op, values: [''] })), `${column} ${op}`).toBeNull();
  });

  test('an example keeps the spaces of its texts', () => {
    const asked = askedBy(
      draftOfRule({ ...rule, where: [{ column: 'visit', op: '=', values: [' a '] }], finds: [{ visit: ' a ' }], leaves: [{}] }),
    );
    expect(asked?.finds).toEqual([{ visit: ' a ' }]);
  });
});
