import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultCases } from '../../campaign/faults/cases.ts';
import { namesTest } from './test-titles.ts';

const root = join(import.meta.dirname, '../../..');

/** The rows of the table of faults: id, fault, what must be seen, the tests that show it. */
const rows = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| F\d/.test(line))
  .map((line) => line.slice(2, -2).split(/(?<!\\) \| /))
  .map(([id = '', fault = '', expected = '', tests = '']) => ({ id, fault, expected, tests: tests.split(' <br> ').map(readReference) }));

function readReference(text: string): { readonly file: string; readonly title: string } {
  const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(text.replaceAll('\\|', '|')) ?? [];
  return { file, title };
}

describe('docs/reliability.md', () => {
  test('lists every fault once, in order', () => {
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 76 }, (_, index) => `F${String(index + 1).padStart(2, '0')}`));
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(faultCases.map(({ id }) => id)));
  });

  test.each(rows)('$id names tests that exist', ({ fault, expected, tests }) => {
    for (const cell of [fault, expected]) expect(cell.trim()).not.toBe('');
    for (const { file, title } of tests) {
      expect(file.startsWith('test/') && existsSync(join(root, file)), file).toBe(true);
      expect(namesTest(readFileSync(join(root, file), 'utf8'), title), `${file}: ${title}`).toBe(true);
    }
  });

  test('names every case of the fault campaign in its row', () => {
    for (const { id, title } of faultCases) {
      const row = rows.find((one) => one.id === id);
      expect(
        row?.tests.map((one) => one.title),
        id,
      ).toContain(title);
    }
  });
});
