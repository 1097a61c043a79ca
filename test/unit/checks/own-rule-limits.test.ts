import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownRules, tryRule } from '../../../src/core/checks/own-rules.ts';
import { readLookedAt } from '../../../src/core/checks/looked-at.ts';
import { readOwners } from '../../../src/core/checks/owners.ts';
import { ruleOutcomes } from '../../../src/core/checks/rule-outcomes.ts';
import { tryExamples } from '../../../src/core/checks/try-rule.ts';
import type { CheckRule, ExampleRow } from '../../../src/shared/checks/check-rule.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

const rule: CheckRule = {
  ...{ id: 'high', title: 'High', says: 'Look.', severity: 'major', source: 'Protocol', dataset: 'labs' },
  where: [{ column: 'result_number', op: '>', values: ['6'] }],
  finds: [{ result_number: 7 }],
  leaves: [{}],
};

type Cell = ExampleRow[string];

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function annotate(kind: string, name: string, value: unknown, at: string): void {
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('${kind}', '${name}', '${JSON.stringify(value)}', '${at}')`);
}

const [first, second] = ['3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a001', '3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a002'] as const;
const [earlier, later] = ['2026-11-20T15:00:00.000Z', '2026-11-21T15:00:00.000Z'] as const;

describe('rules that people wrote', () => {
  test('are listed by title, and of two with one id the newest', () => {
    annotate('check-rule', first, rule, earlier);
    annotate('check-rule', second, { ...rule, title: 'Newer' }, later);
    annotate('check-rule', '3f2b1c9e-0c55-4c1d-9d0e-3a55c1f0a003', { ...rule, id: 'other', title: 'A first one' }, earlier);
    expect(ownRules(fixture.study).map(({ mark, rule: { title } }) => [mark.slice(-1), title])).toEqual([
      ['3', 'A first one'],
      ['2', 'Newer'],
    ]);
  });

  test('belong to whom the newest decision names', () => {
    const owned = (owner: string) => ({ check: 'high', dataset: 'labs', owner });
    annotate('check-owner', first, owned('the newer'), later);
    annotate('check-owner', second, owned('the older'), earlier);
    const owner = readOwners(fixture.study);
    expect(owner({ check: 'high', dataset: 'labs' })).toEqual({ name: 'the newer', mark: first });
    expect([owner({ check: 'high', dataset: 'vitals' }), owner({ check: 'other', dataset: 'labs' })]).toEqual([null, null]);
  });
});

describe('a mark that a finding was looked at', () => {
  const finding = { check: 'several-units', dataset: 'labs', key: 'a', subject: '0012' } as const;
  const mark = (name: string, generation: number, at: string): void =>
    annotate('looked-at', name, { check: 'several-units', dataset: 'labs', generation, at, keys: ['a'] }, at);
  const looked = () => readLookedAt(fixture.study, () => null)(finding);

  test('counts if it is of the latest generation, and of two such if it is the newest', () => {
    fixture.add('labs', [{ record_id: 'a', subject: '0012' }]);
    fixture.change('UPDATE labs_row SET _changed = 3');
    mark(first, 3, earlier);
    mark(second, 2, later);
    expect(looked()).toEqual({ at: earlier, mark: first });
    fixture.change('DELETE FROM annotation');
    mark(first, 3, earlier);
    mark(second, 3, later);
    expect(looked()).toEqual({ at: later, mark: second });
    fixture.change('UPDATE labs_row SET _changed = 4');
    expect(looked()).toBeNull();
  });

  test('of a record that has vanished says nothing', () => {
    mark(first, 3, earlier);
    expect(looked()).toBeNull();
  });
});

describe('an example', () => {
  const isFound = (column: string, value: string, cell: Cell, dataset: CheckRule['dataset'] = 'labs'): boolean =>
    tryExamples({ dataset, where: [{ column, op: '=', values: [value] }], finds: [{ [column]: cell }], leaves: [] }).length === 0;

  test.each<[Cell, boolean]>([
    [6, true],
    ['6', true],
    [' 6 ', true],
    ['6.0', true],
    [7, false],
    [null, false],
  ])('may have a number as a text: %j equals 6: %s', (cell, expected) => {
    expect(isFound('result_number', '6', cell)).toBe(expected);
  });

  test.each<Cell>(['', ' ', 'high', '6,0', ['6']])('with %j for a number is refused', (cell) => {
    expect(() => isFound('result_number', '6', cell)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: 'An example has a value in "result_number" that does not fit a number column.' }),
    );
  });

  test('with a list for a text is refused, and a text for a list is one of one', () => {
    expect(() => isFound('unit', 'g', ['g'])).toThrow(/that does not fit a \w+ column/);
    const lesions = (cell: Cell): readonly object[] =>
      tryExamples({
        ...{ dataset: 'responses', where: [{ column: 'lesions', op: 'missing', values: [] }] },
        ...{ finds: [], leaves: [{ lesions: cell }] },
      });
    expect([lesions('T01'), lesions(['T01', 'T02']), lesions(7)]).toEqual([[], [], []]);
    expect(lesions(null)).toHaveLength(1);
  });
});

describe('rules that are run together', () => {
  beforeEach(() => {
    fixture.add(
      'labs',
      [7, 8].map((value) => ({ record_id: String(value), subject: '0012', result_number: value, result: String(value) })),
    );
  });
  const named = (id: string): CheckRule => ({ ...rule, id });
  const counts = async (most: number, ...ids: readonly string[]) => {
    const outcomes = ruleOutcomes(fixture.study, { most });
    const run = async () => {
      const { of } = await outcomes.run(ids.map(named));
      return ids.map((id) => {
        const outcome = of(named(id));
        return outcome !== undefined && 'found' in outcome ? outcome.found.length : (outcome?.why ?? null);
      });
    };
    const answer = await run();
    expect(await run()).toEqual(answer);
    return answer;
  };
  const why = (most: number): unknown => expect.stringContaining(`find more than ${String(most)} records`);

  test('may find as many records as allowed, and not one more', async () => {
    expect(await counts(4, 'a', 'b')).toEqual([2, 2]);
    expect(await counts(3, 'a', 'b')).toEqual([2, why(3)]);
    expect(await counts(2, 'a', 'b')).toEqual([2, why(2)]);
    expect(await counts(1, 'a')).toEqual([why(1)]);
  });

  test('are run again once there is room for what they find', async () => {
    const outcomes = ruleOutcomes(fixture.study, { most: 3 });
    await outcomes.run([named('a'), named('b')]);
    const { of } = await outcomes.run([named('b')]);
    expect(of(named('b'))).toMatchObject({ found: { length: 2 } });
    expect(of(named('a'))).toBeUndefined();
  });

  test('count the records of a new generation anew', async () => {
    const outcomes = ruleOutcomes(fixture.study);
    expect((await outcomes.run([rule])).of(rule)).toMatchObject({ found: { length: 2 } });
    fixture.add('labs', [{ record_id: 'new', subject: '0012', result_number: 9, result: '9' }], 2);
    const again = await outcomes.run([rule]);
    expect([again.generation, again.of(rule)]).toMatchObject([2, { found: { length: 3 } }]);
  });

  test('are tried with the reason why they cannot be', () => {
    expect(tryRule(fixture.study, rule)).toEqual({ records: 2, finds: [], leaves: [], why: null });
    const odd = { ...rule, leaves: [{ result_number: 9 }, {}], finds: [{ result_number: 1 }] };
    expect(tryRule(fixture.study, odd)).toEqual({ records: 2, finds: [0], leaves: [0], why: null });
  });
});
