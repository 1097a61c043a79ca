import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findToolScript } from '../../../scripts/runtime/tool.ts';

const config = resolve(import.meta.dirname, '../../../.dependency-cruiser.cjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-floors-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The rules that one import breaks, in a tree of these two files alone. */
function brokenBy(from: string, to: string): readonly string[] {
  for (const [name, text] of [
    [from, `import '${resolve('/', to)}';\n`],
    [to, 'export const value = 1;\n'],
  ] as const) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(`'/`, `'${folder}/`));
  }
  const script = findToolScript('dependency-cruiser', 'depcruise');
  const run = spawnSync(process.execPath, [script, 'src', '--config', config, '--output-type', 'json'], { cwd: folder, encoding: 'utf8' });
  const report = JSON.parse(run.stdout) as {
    readonly summary: { readonly violations: readonly { readonly rule: { readonly name: string } }[] };
  };
  return report.summary.violations.map(({ rule }) => rule.name);
}

describe('the floors of the large rooms', () => {
  test.each([
    ['the ground floor of the window imports a place', 'src/renderer/data/a.ts', 'src/renderer/places/studies/b.ts'],
    ['a table imports a task', 'src/renderer/record/grid/a.ts', 'src/renderer/tasks/export/b.ts'],
    ['the store imports the vault', 'src/core/store/a.ts', 'src/core/vault/b.ts'],
    ['an engine imports a call of the vault', 'src/main/engines/a.ts', 'src/main/vault-calls/b.ts'],
  ])('%s: refused', (_, from, to) => {
    expect(brokenBy(from, to)).toContain('imports-go-down');
  });

  test('a place imports another: refused', () => {
    expect(brokenBy('src/renderer/places/notes/a.ts', 'src/renderer/places/issues/b.ts')).toEqual(['neighbours-stay-apart']);
  });

  test('a folder that stands on no floor: refused', () => {
    expect(brokenBy('src/core/extras/a.ts', 'src/core/platform/b.ts')).toEqual(['stands-on-a-floor']);
  });

  test('down, and within a folder: allowed', () => {
    expect(brokenBy('src/renderer/places/notes/a.ts', 'src/renderer/record/grid/b.ts')).toEqual([]);
    expect(brokenBy('src/renderer/places/notes/a.ts', 'src/renderer/places/notes/c.ts')).toEqual([]);
  });
});
