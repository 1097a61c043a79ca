import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');
const page = read('docs/architecture.md');
const floors = JSON.parse(read('scripts/floors.json')) as Readonly<Record<string, readonly string[]>>;

test.each(Object.entries(floors))('docs/architecture.md shows the floors of %s, from the top', (room, names) => {
  const [, table] = page.split(new RegExp(`^\\| \`src/${room}\`.*\\n\\|---\\|---\\|\\n`, 'm'));
  const rows = table?.slice(0, table.indexOf('\n\n')).split('\n') ?? [];
  const shown = rows.flatMap((row) => [...(row.split('|')[1]?.matchAll(/`([^`]+)`/g) ?? [])].map(([, name]) => name));
  expect(shown).toEqual(names);
});

const rooms = /^(?:src|core|main|renderer|shared|engine|cli|sandbox|scripts|test|docs)\//;
const named = ['docs/architecture.md', 'docs/store.md'].flatMap((document) =>
  [...read(document).matchAll(/`([\w./*-]+)`/g)].flatMap(([, path = '']) => (rooms.test(path) ? [{ document, path }] : [])),
);

test.each(named)('$document: $path exists', ({ path }) => {
  const inRepository = /^(?:src|scripts|test|docs)\//.test(path) ? path : `src/${path}`;
  const found = globSync([inRepository, `${inRepository}.{ts,tsx}`], { cwd: resolve(import.meta.dirname, '../../..') });
  expect(found).not.toEqual([]);
});
