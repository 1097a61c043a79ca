import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { compileOrder, compileSelection, orderColumns } from '../../../src/core/query/compile.ts';
import { sqlRecords, sqlRowid } from '../../../src/core/query/tables.ts';
import { operatorsByKind, operators, type Condition, type Selection, type Sort } from '../../../src/shared/query.ts';
import { timeOf, trial, trialTable, type TrialRow } from './trial-dataset.ts';

const everything: Selection = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };

function ask(rows: readonly Partial<TrialRow>[], selection: Partial<Selection>, sort: readonly Sort[] = []): string[] {
  const db = trialTable(rows);
  const where = compileSelection(trial, { ...everything, ...selection });
  const found = db
    .prepare(
      `SELECT record FROM ${sqlRecords(trial, orderColumns(trial, sort))} WHERE ${where.text} ORDER BY ${sort.length > 0 ? compileOrder(trial, sort) : sqlRowid(trial)}`,
    )
    .pluck()
    .all(...where.values) as string[];
  db.close();
  return found;
}

function where(column: string, op: Condition['op'], ...values: string[]): Partial<Selection> {
  return { where: [{ column, op, values }] };
}

describe('conditions', () => {
  const rows: Partial<TrialRow>[] = [
    {
      record: 'a',
      subject: '0012',
      visit: 'Cycle 1',
      flag: 'H',
      labels: ['12-3-T1', 'liver'],
      result: 5.1,
      resultSent: '5.10',
      collected: '2025-09-03T23:59:59',
      issued: '2025-09-03T23:30:00-05:00',
    },
    {
      record: 'b',
      subject: '012',
      visit: 'cycle 2',
      flag: 'L',
      labels: ['12-3-T2'],
      result: -3,
      collected: '2025-09-04T00:00:00',
      issued: '2025-09-04T10:00:00+02:00',
    },
    { record: 'c', subject: '12', visit: '', flag: null, labels: null, result: null, collected: null, issued: null },
    {
      record: 'd',
      subject: '10E2',
      visit: '100%_\\Ünder',
      flag: 'N',
      labels: ['Ö'],
      result: 0,
      collected: 'soon',
      issued: '2025-09-04T01:00:00+05:30',
    },
  ];
  const table: readonly [string, Condition['op'], readonly string[], string][] = [
    ['subject', '=', ['0012'], 'a'],
    ['subject', '!=', ['0012'], 'bcd'],
    ['visit', '!=', ['Cycle 1'], 'bcd'],
    ['visit', '=', [''], 'c'],
    ['visit', 'contains', ['CYCLE'], 'ab'],
    ['visit', 'contains', ['%'], 'd'],
    ['visit', 'contains', ['_\\'], 'd'],
    ['visit', 'contains', ['üNDER'], 'd'],
    ['visit', 'in', ['Cycle 1', ''], 'ac'],
    ['visit', 'not-in', ['Cycle 1'], 'bcd'],
    ['visit', 'not-in', ['Cycle 1', ''], 'bd'],
    ['visit', 'missing', [], 'c'],
    ['visit', 'present', [], 'abd'],
    ['flag', '=', ['H'], 'a'],
    ['flag', '!=', ['H'], 'bcd'],
    ['flag', 'in', ['', 'L'], 'bc'],
    ['labels', 'contains', ['t2'], 'b'],
    ['labels', 'contains', ['ö'], 'd'],
    ['labels', 'contains', ['","'], ''],
    ['labels', 'missing', [], 'c'],
    ['result', '=', ['5.1'], 'a'],
    ['result', '=', ['5.100'], 'a'],
    ['result', '!=', ['5.1'], 'bcd'],
    ['result', '<', ['0'], 'b'],
    ['result', '<=', ['0'], 'bd'],
    ['result', '>', ['-3'], 'ad'],
    ['result', '>=', ['-3.0'], 'abd'],
    ['result', 'in', ['0', '5.1', ''], 'acd'],
    ['result', 'not-in', ['0'], 'abc'],
    ['result', 'missing', [], 'c'],
    ['collected', '<=', ['2025-09-03'], 'a'],
    ['collected', '>', ['2025-09-03'], 'b'],
    ['collected', '>=', ['2025-09-03'], 'ab'],
    ['collected', '=', ['2025-09'], 'ab'],
    ['collected', '=', ['2025-09-03T23:59'], 'a'],
    ['collected', '!=', ['2025-09-03'], 'bcd'],
    ['collected', '<', ['2025'], ''],
    ['collected', 'missing', [], 'c'],
    ['collected', 'present', [], 'abd'],
    ['issued', '=', ['2025-09-03'], 'a'],
    ['issued', '=', ['2025-09-04'], 'bd'],
    ['issued', '=', ['2025-09-04T04:30:00Z'], 'a'],
    ['issued', '<', ['2025-09-04T00:00:00Z'], 'd'],
  ];
  test.each(table)('%s %s %j keeps %s', (column, op, values, kept) => {
    expect(ask(rows, where(column, op, ...values)).join('')).toBe(kept);
  });

  test('several conditions must all hold', () => {
    expect(
      ask(rows, {
        where: [
          { column: 'result', op: '>', values: ['-5'] },
          { column: 'flag', op: '!=', values: ['H'] },
        ],
      }),
    ).toEqual(['b', 'd']);
  });

  test('every operator that a kind allows compiles and runs', () => {
    for (const column of trial.columns) {
      const value = column.kind === 'number' ? '1' : column.kind === 'datetime' ? '2025' : 'x';
      for (const op of operatorsByKind[column.kind])
        expect(() => ask(rows, where(column.name, op, ...(op === 'missing' || op === 'present' ? [] : [value])))).not.toThrow();
    }
  });

  test('every other operator is rejected with USAGE, naming the allowed ones', () => {
    for (const column of trial.columns) {
      for (const op of operators.filter((candidate) => !operatorsByKind[column.kind].includes(candidate))) {
        expect(() => ask(rows, where(column.name, op, '1'))).toThrow(
          expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(operatorsByKind[column.kind].join(' ')) }),
        );
      }
    }
  });

  test.each([
    ['subjekt', 'subject'],
    ['Result', 'result'],
    ['coll', 'collected'],
  ])('an unknown column %s is rejected with USAGE, naming %s', (typed, meant) => {
    expect(() => ask(rows, where(typed, '=', 'x'))).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(`"${meant}"`) }),
    );
  });

  test.each([
    ['result', 'many'],
    ['result', ''],
    ['result', '0x10'],
    ['result', '1e999'],
    ['collected', '03.09.2025'],
    ['collected', '2025-02-30'],
    ['collected', ''],
  ])('%s compared with %j is rejected with USAGE', (column, value) => {
    expect(() => ask(rows, where(column, '=', value))).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test.each([
    ['=', [], 'one value'],
    ['=', ['1', '2'], 'one value'],
    ['missing', ['1'], 'no value'],
    ['in', [], 'at least one value'],
  ] as const)('%s with the values %j is rejected with USAGE, which says that it takes %s', (op, values, takes) => {
    const message = `The condition on "subject" with "${op}" takes ${takes}.`;
    expect(() => ask(rows, where('subject', op, ...values))).toThrow(expect.objectContaining({ code: 'USAGE', message }));
  });

  test('text from the caller never becomes part of the SQL statement', () => {
    const nasty = `x'; DROP TABLE labs; --"`;
    const { text, values } = compileSelection(trial, {
      ...everything,
      where: [{ column: 'subject', op: '=', values: [nasty] }],
      search: nasty,
      subjects: [nasty],
      chosen: { mode: 'only', keys: [nasty] },
    });
    expect(text).not.toContain('DROP');
    expect(values.length).toBeGreaterThan(0);
    expect(() => compileOrder(trial, [{ column: nasty, descending: false }])).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

describe('subjects and chosen rows', () => {
  const rows = Array.from({ length: 5 }, (_, index) => ({
    record: `r${String(index)}`,
    subject: index === 4 ? null : `0${String(index % 2)}`,
  }));

  test('the subject filter keeps only the rows of its subjects', () => {
    expect(ask(rows, { subjects: ['01'] })).toEqual(['r1', 'r3']);
    expect(ask(rows, { subjects: [] })).toEqual([]);
  });

  test('a choice keeps only its rows, or all others', () => {
    expect(ask(rows, { chosen: { mode: 'only', keys: ['r0', 'r3'] } })).toEqual(['r0', 'r3']);
    expect(ask(rows, { chosen: { mode: 'except', keys: ['r0', 'r3'] } })).toEqual(['r1', 'r2', 'r4']);
  });

  test('the subject filter takes 200,000 subjects', () => {
    const subjects = Array.from({ length: 200_000 }, (_, index) => `s${String(index)}`);
    expect(ask(rows, { subjects: [...subjects, '00'] })).toEqual(['r0', 'r2']);
  });
});

describe('quick search', () => {
  const rows: Partial<TrialRow>[] = [
    { record: 'one', subject: '0012', visit: 'Cycle 1 Day 1', flag: 'H', labels: ['liver'] },
    { record: 'two', subject: '0013', visit: 'Größe', flag: 'L', labels: ['say "x"'] },
  ];
  test.each([
    ['', 'one two'],
    ['cycle', 'one'],
    ['day 0012', 'one'],
    ['0012 0013', ''],
    ['GRÖSSE', ''],
    ['gRÖß', 'two'],
    ['LIVER one', 'one'],
    ['"x"', 'two'],
    ['%', ''],
    ['12\u001fCycle', 'one'],
  ])('%j finds %j', (search, found) => {
    expect(ask(rows, { search }).join(' ')).toBe(found);
  });

  test('does not find a word across two columns', () => {
    expect(ask([{ record: 'a', subject: 'b' }], { search: 'ab' })).toEqual([]);
  });
});

describe('order', () => {
  const rows: Partial<TrialRow>[] = [
    { record: 'a', subject: '012', result: 10, collected: '2025-01-02T00:00:00' },
    { record: 'b', subject: '0012', result: 9, collected: '2025-01-01T23:00:00', issued: '2025-01-01T23:00:00-05:00' },
    { record: 'c', result: null, collected: null, issued: '2025-01-02T01:00:00+00:00' },
    { record: 'd', subject: '1E2', result: -1, collected: 'soon' },
  ];
  test.each([
    ['subject', false, 'badc'],
    ['subject', true, 'dabc'],
    ['result', false, 'dbac'],
    ['result', true, 'abdc'],
    ['collected', false, 'bacd'],
    ['collected', true, 'abdc'],
    ['issued', false, 'cbad'],
  ] as const)('by %s, descending %s: %s', (column, descending, order) => {
    expect(ask(rows, {}, [{ column, descending }]).join('')).toBe(order);
  });

  test('ties keep the order of arrival, reversed when descending', () => {
    const same = ['a', 'b', 'c'].map((record) => ({ record, subject: 's' }));
    expect(ask(same, {}, [{ column: 'subject', descending: false }])).toEqual(['a', 'b', 'c']);
    expect(ask(same, {}, [{ column: 'subject', descending: true }])).toEqual(['c', 'b', 'a']);
  });

  test('the declaration decides if no sort is given', () => {
    expect(compileOrder(trial, [])).toBe(
      compileOrder(trial, [
        { column: 'subject', descending: false },
        { column: 'collected', descending: false },
      ]),
    );
  });
});

describe('compared with a plain implementation of the rules', () => {
  const text = fc.constantFrom(null, '', 'alpha', 'Alpha', 'beta', '10', '9', 'Ärger', 'a%b');
  const dates = fc.constantFrom(null, '2025-01-31', '2025-02-01T00:00:00', '2025-02-28T23:59:59', '2025-03-01T12:30:00', 'never');
  const row = fc.record({ subject: text, visit: text, result: fc.constantFrom(null, -1, 0, 0.5, 2, 10), collected: dates });
  const condition = fc.oneof(
    fc.record({
      column: fc.constantFrom('subject', 'visit'),
      op: fc.constantFrom('=', '!=', 'contains', 'in', 'not-in'),
      values: fc.tuple(fc.constantFrom('', 'a', 'alpha', 'ÄRGER', '%', '10')),
    }),
    fc.record({
      column: fc.constant('result'),
      op: fc.constantFrom('=', '!=', '<', '<=', '>', '>=', 'in', 'not-in'),
      values: fc.tuple(fc.constantFrom('0', '0.50', '-1', '7')),
    }),
    fc.record({
      column: fc.constant('collected'),
      op: fc.constantFrom('=', '!=', '<', '<=', '>', '>='),
      values: fc.tuple(fc.constantFrom('2025', '2025-02', '2025-02-28', '2025-03-01T12:30')),
    }),
  ) as fc.Arbitrary<Condition>;

  test('keeps the same rows', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(condition, { maxLength: 3 }), (rows, conditions) => {
        const expected = rows.flatMap((candidate, index) =>
          conditions.every((given) => holds(candidate, given)) ? [`r${String(index)}`] : [],
        );
        expect(ask(rows, { where: conditions })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

function holds(row: Partial<TrialRow>, { column, op, values }: Condition): boolean {
  if (op === '!=') return !holds(row, { column, op: '=', values });
  if (op === 'not-in') return !holds(row, { column, op: 'in', values });
  const wanted = values[0] ?? '';
  if (column === 'result') {
    const cell = row.result ?? null;
    return cell !== null && compares(op, Math.sign(cell - Number(wanted)));
  }
  if (column === 'collected') return holdsForDate(row.collected ?? null, op, wanted);
  const cell = (column === 'subject' ? row.subject : row.visit) ?? null;
  if (op === 'contains') return cell !== null && cell.toLowerCase().includes(wanted.toLowerCase());
  return wanted === '' ? cell === null || cell === '' : cell === wanted;
}

/** Compares at the precision of the wanted text: cells are cut to its length. */
function holdsForDate(cell: string | null, op: Condition['op'], wanted: string): boolean {
  if (cell === null || timeOf(cell) === null) return false;
  const cut = (cell.length === 10 ? `${cell}T00:00:00` : cell).slice(0, wanted.length);
  return compares(op, cut < wanted ? -1 : cut > wanted ? 1 : 0);
}

function compares(op: Condition['op'], sign: number): boolean {
  return { '=': sign === 0, in: sign === 0, '<': sign < 0, '<=': sign <= 0, '>': sign > 0, '>=': sign >= 0 }[op as '='];
}
