import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../../src');
const statement = /^(?:import|export) (?!type\b)(?:[^;']*? from )?'([^']+)';/gm;

/** Files loaded before the first screen with what they import; type imports and places loaded on demand do not count. */
function readAtStart(entry: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !/\.tsx?$/.test(file)) continue;
    const names = [...readFileSync(file, 'utf8').matchAll(statement)].map(([, name]) => name ?? '');
    found.set(file, names);
    for (const name of names) if (name.startsWith('.')) waiting.push(join(dirname(file), name));
  }
  return found;
}

// Loading zod and building the schemas of the contract takes 50 ms, and the page validates nothing with them.
test('the page does not load zod before its first screen', () => {
  const files = readAtStart(join(source, 'renderer/app/main.tsx'));
  expect(files.size).toBeGreaterThan(200);
  expect([...files].filter(([, names]) => names.includes('zod')).map(([file]) => relative(source, file))).toEqual([]);
});
