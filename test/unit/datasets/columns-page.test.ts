import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnsPage } from '../../../scripts/docs/columns-page.ts';
import { table } from '../../../scripts/docs/markdown-table.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const page = columnsPage();

test('docs/columns.md matches the declarations (npm run docs writes it)', () => {
  expect(readFileSync(new URL('../../../docs/columns.md', import.meta.url), 'utf8')).toBe(page);
});

test('every column of every dataset has a row', () => {
  for (const dataset of Object.values(datasets)) {
    const part = page.split(`\n## ${dataset.name}\n`)[1]?.split('\n## ')[0] ?? '';
    for (const column of dataset.columns) expect(part).toContain(`| \`${column.name}\` | ${column.kind} | ${column.plain} |`);
  }
});

test('a bar inside a cell is escaped', () => {
  expect(table(['a'], [['x | y']])).toBe('| a |\n| --- |\n| x \\| y |');
});
