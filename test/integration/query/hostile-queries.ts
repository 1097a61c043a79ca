import fc from 'fast-check';
import type { Dataset } from '../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../src/shared/datasets/declaration.ts';
import { operatorsByKind, type Condition, type Selection } from '../../../src/shared/query.ts';
import { hostileLists, hostileNumbers, hostileTexts } from '../../unit/query/hostile-rows.ts';

export const partsOfTexts = [
  ...hostileTexts,
  ...hostileTexts.map((text) => String.fromCodePoint(text.codePointAt(0) ?? 0x78)),
  'T',
  'words two',
  'A b',
  'ſ',
  '20',
  '2-1',
];
const partsOfDates = [
  '2025',
  '2025-09',
  '2025-09-03',
  '2025-09-03T00:00',
  '2025-09-03T00:00:00Z',
  '2025-09-03T02:00+02:00',
  '2025-09-03T05:30-18:00',
];

function hostileValue(column: Column): fc.Arbitrary<string> {
  if (column.kind === 'number') return fc.constantFrom(...hostileNumbers.map(String), '0.30000000000000004', '7', '+1.50');
  if (column.kind === 'datetime') return fc.constantFrom(...partsOfDates);
  return fc.constantFrom(...(column.kind === 'list' ? hostileLists.flat() : partsOfTexts));
}

function hostileCondition(column: Column): fc.Arbitrary<Condition> {
  return fc.constantFrom(...operatorsByKind[column.kind]).chain((op) => {
    const isList = op === 'in' || op === 'not-in';
    const size = op === 'missing' || op === 'present' ? 0 : 1;
    // An empty value among others stands for "missing".
    const value = isList ? fc.oneof({ weight: 5, arbitrary: hostileValue(column) }, fc.constant('')) : hostileValue(column);
    return fc.array(value, { minLength: size, maxLength: isList ? 4 : size }).map((values) => ({ column: column.name, op, values }));
  });
}

/** Selections of hostile rows that have these keys. */
export function hostileSelection(dataset: Dataset, keys: readonly string[]): fc.Arbitrary<Selection> {
  const some = <T>(arbitrary: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight, arbitrary });
  return fc.record({
    dataset: fc.constant(dataset.name),
    where: fc.array(fc.constantFrom(...dataset.columns).chain(hostileCondition), { maxLength: 2 }),
    search: some(fc.array(fc.constantFrom(...partsOfTexts), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '))).map(
      (search) => search ?? '',
    ),
    subjects: some(fc.array(fc.constantFrom(...hostileTexts, ...keys.slice(0, 40)), { maxLength: 12 })),
    chosen: some(
      fc.record({
        mode: fc.constantFrom('only' as const, 'except' as const),
        keys: fc.array(fc.constantFrom('none', ...keys), { maxLength: 40 }),
      }),
    ),
  });
}
