import { expect, test } from 'vitest';
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
