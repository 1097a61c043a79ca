import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { amountsAtOnce } from '../../campaign/mutants/amounts-at-once.ts';
import { placesOf, type Chosen } from '../../campaign/mutants/choose.ts';

const source = `
export const most = (a: number, b: number) => (a > b ? a : b);
export const isPair = (a: number) => a === 2;
export const isPairToo = (a: number) => a === 2;
`;
const namesOf = (places: readonly Chosen[]): readonly string[] => places.map(({ name }) => name);

test('a place keeps its name and its rank among the others when lines are added and removed elsewhere', () => {
  const before = namesOf(placesOf('a.ts', source, 1));
  const after = namesOf(placesOf('a.ts', `const other = 7;\n${source.replace('export const isPair = (a: number) => a === 2;\n', '')}`, 1));
  expect(after.filter((name) => before.includes(name))).toEqual(before.filter((name) => after.includes(name)));
  expect(before.filter((name) => after.includes(name))).toHaveLength(4);
});

test('each place has a name of its own, and the seed decides their order', () => {
  const places = namesOf(placesOf('a.ts', `${source}${source}`, 1));
  expect(new Set(places).size).toBe(places.length);
  const other = namesOf(placesOf('a.ts', `${source}${source}`, 2));
  expect(other).not.toEqual(places);
  expect(other.toSorted()).toEqual(places.toSorted());
});

test('units of amounts are no places, nor are amounts at once, but limits and their first number are', () => {
  const limits = 'const most = 64 * 1024 * 1024;\nconst wait = 5;\nconst half = 1000 / 2;\n';
  const numbersOf = (file: string): readonly string[] =>
    namesOf(placesOf(file, `${limits}const rowsAtOnce = 2000;\n`, 1))
      .filter((name) => name.endsWith('+ 1'))
      .map((name) => name.split(': ').at(-1) ?? '')
      .toSorted();
  expect(numbersOf('src/core/a.ts')).toEqual(['1000 → 1000 + 1', '2 → 2 + 1', '2000 → 2000 + 1', '5 → 5 + 1', '64 → 64 + 1']);
  expect(numbersOf('src/core/views/pivot.ts')).toEqual(['1000 → 1000 + 1', '2 → 2 + 1', '5 → 5 + 1', '64 → 64 + 1']);
});

test('every amount at once is declared at the top of its file, once', () => {
  const isDeclared = (file: string, name: string): boolean =>
    readFileSync(join(repositoryFolder, file), 'utf8').match(new RegExp(`^(?:export )?const ${name}\\b.* = .*\\d`, 'gm'))?.length === 1;
  const lost = Object.entries(amountsAtOnce).flatMap(([file, names]) => names.filter((name) => !isDeclared(file, name)));
  expect(lost).toEqual([]);
});
