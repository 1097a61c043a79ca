import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const rows = readFileSync(resolve(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Word|---)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const places = rows.flatMap(([, word = '', , code = '']) =>
  [...code.matchAll(/`((?:src|shared|core|renderer)\/[\w./-]+[\w])(?:\/\*\.ts)?`/g)].map(([, place = '']) => ({ word, place })),
);

test('docs/glossary.md names each word once', () => {
  const words = rows.flatMap(([, word = '']) => word.split(', '));
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test.each(places)('$word is in $place', ({ place }) => {
  expect(existsSync(resolve(root, place.startsWith('src/') ? place : `src/${place}`))).toBe(true);
});
