import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesTest } from './test-titles.ts';

const root = join(import.meta.dirname, '../../..');

interface Coverage {
  readonly id: string;
  readonly cells: readonly string[];
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The rows of the tables: those that begin with an id such as `2.4-07`. */
const rows: readonly Coverage[] = readFileSync(join(root, 'docs/interface-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map(readRow);

function readRow(line: string): Coverage {
  const cells = line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => cell.replaceAll('\\|', '|'));
  const parts = (cell: string | undefined): string[] => (cell ?? '').split(' <br> ');
  return {
    id: cells[0] ?? '',
    cells,
    files: parts(cells[3]).map((part) => /^`(.+)`$/.exec(part)?.[1] ?? part),
    tests: parts(cells[4]).map((part) => {
      const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(part) ?? [];
      return { file, title };
    }),
  };
}

describe('docs/interface-coverage.md', () => {
  test.each(rows.map((row) => ({ ...row })))('$id names source files and tests that exist', ({ cells, files, tests }) => {
    expect(cells).toHaveLength(5);
    for (const cell of cells) expect(cell.trim()).not.toBe('');
    for (const file of files) expect(file.startsWith('src/') && existsSync(join(root, file)), file).toBe(true);
    for (const { file, title } of tests) {
      expect(file.startsWith('test/') && existsSync(join(root, file)), file).toBe(true);
      expect(namesTest(readFileSync(join(root, file), 'utf8'), title), `${file}: ${title}`).toBe(true);
    }
  });

  test('has rows for each section, and no id twice', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const sections = new Set(ids.map((id) => id.split('-')[0]));
    expect([...sections]).toEqual(['1', '2.0', '2.1', '2.2', '2.3', '2.4', '2.5', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('marks in each section the expected number of rules as "not shown"', () => {
    const notShown = rows.filter(({ cells }) => cells[1]?.includes('not shown'));
    expect(notShown.map(({ id }) => id.split('-')[0])).toEqual(['2.1', '2.4', '3', '4', '4', '5', '6', '7', '7', '8', '8', '9']);
  });
});

describe('finds a title in a test file', () => {
  const source = `
    describe('links', () => { test("it's one", f); test.each(table)('$dataset: $field → $column', f); });
    test.each([['page=0'], ['labs']])('%s is %i', f);
    test.each([
      ['a (b)', 1],
    ])('case %s', f);
    const table = [{ dataset: 'labs', field: 'code.text', column: 'test' }];`;

  test.each(['links', "it's one", 'labs: code.text → test', 'page=0 is 0', 'case a (b)'])('%s', (title) => {
    expect(namesTest(source, title)).toBe(true);
  });

  test.each(['link', 'labs: code.text → nothing', 'page=7 is 0', 'case ', 'f'])('not %s', (title) => {
    expect(namesTest(source, title)).toBe(false);
  });
});
