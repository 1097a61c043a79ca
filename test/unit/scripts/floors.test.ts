import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findToolScript } from '../../../scripts/runtime/tool.ts';

const config = resolve(import.meta.dirname, '../../../.dependency-cruiser.cjs');

/** Each import has two files of its own; all are in one tree, so that it is read once. */
const refused = [
  ['the ground floor of the window imports a place', 'src/renderer/data/a1.ts', 'src/renderer/places/studies/b1.ts'],
  ['a table imports a task', 'src/renderer/record/grid/a2.ts', 'src/renderer/tasks/export/b2.ts'],
  ['the store imports the vault', 'src/core/store/database/a3.ts', 'src/core/vault/b3.ts'],
  ['a page imports the flip', 'src/core/store/pages/a9.ts', 'src/core/store/flip/b9.ts'],
  ['an engine imports a call of the vault', 'src/main/engines/a4.ts', 'src/main/vault-calls/b4.ts'],
] as const;
const neighbours = ['src/renderer/places/notes/a5.ts', 'src/renderer/places/issues/b5.ts'] as const;
const outside = ['src/core/extras/a6.ts', 'src/core/platform/b6.ts'] as const;
const down = ['src/renderer/places/notes/a7.ts', 'src/renderer/record/grid/b7.ts'] as const;
const within = ['src/renderer/places/notes/a8.ts', 'src/renderer/places/notes/c8.ts'] as const;

interface Report {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[];
  readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
}

let folder: string;
let report: Report;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-floors-'));
  for (const [from, to] of [...refused.map(([, ...files]) => files), neighbours, outside, down, within]) {
    write(from, `import '${folder}/${to}';\n`);
    write(to, 'export const value = 1;\n');
  }
  const script = findToolScript('dependency-cruiser', 'depcruise');
  const run = spawnSync(process.execPath, [script, 'src', '--config', config, '--output-type', 'json'], { cwd: folder, encoding: 'utf8' });
  report = JSON.parse(run.stdout) as Report;
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The rules that one import breaks; fails if the import was not read at all. */
function brokenBy(from: string, to: string): readonly string[] {
  const { dependencies = [] } = report.modules.find(({ source }) => source === from) ?? {};
  expect(dependencies.map(({ resolved }) => resolved)).toEqual([to]);
  return report.summary.violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name);
}

describe('the floors of the source folders', () => {
  test.each(refused)('%s: refused', (_, from, to) => {
    expect(brokenBy(from, to)).toContain('upward-imports');
  });

  test('a place imports another: refused', () => {
    expect(brokenBy(...neighbours)).toEqual(['same-floor-imports']);
  });

  test('a folder that stands on no floor: refused', () => {
    expect(brokenBy(...outside)).toEqual(['outside-floors']);
  });

  test('imports down, and within a folder: allowed', () => {
    expect(brokenBy(...down)).toEqual([]);
    expect(brokenBy(...within)).toEqual([]);
  });
});
