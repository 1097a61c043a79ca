import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../../src/renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' });
const read = (file: string): string => readFileSync(join(renderer, file), 'utf8');
const floorOf = (file: string): string => file.split(sep)[0] ?? '';

/** For each class, the floors whose style sheets name it. */
function floorsOfClasses(): ReadonlyMap<string, ReadonlySet<string>> {
  const floors = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name.endsWith('.css')))
    for (const [, name = ''] of read(file).matchAll(/\.([a-z][\w-]*)/g))
      floors.set(name, (floors.get(name) ?? new Set()).add(floorOf(file)));
  return floors;
}

// The style sheet of a place loads on the first visit. Until then, components that other places share would lack its styles.
test('shared components use no class that only a single place styles', () => {
  const styled = floorsOfClasses();
  const shared = files.filter((file) => file.endsWith('.tsx') && ['record', 'ui'].includes(floorOf(file)));
  expect(shared.length).toBeGreaterThan(50);
  const foreign = shared.flatMap((file) =>
    [...read(file).matchAll(/className="([^"]+)"/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((name) => {
        const floors = styled.get(name);
        return floors !== undefined && !floors.has('record') && !floors.has('ui');
      })
      .map((name) => `${file}: ${name}`),
  );
  expect(foreign).toEqual([]);
});
