import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lakeManifestName } from '../../src/shared/export-names.ts';
import { readManifest } from '../../src/core/export/lake/lake-manifest.ts';
import { compiledCode } from '../compiled-code.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type Shim } from '../campaign/shim/shim.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { studyNumber } from '../unit/query/study-fixture.ts';

/** Kills per run of this test, spread over all file operations; CARREL_KILLS=all kills at each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 12;

describe('a killed export to a lake', () => {
  let folder: string;
  let shim: Shim;
  let fixture: ReturnType<typeof mirroredStudy>;
  /** The lake of the first generation. */
  let earlier: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-lake-')));
    shim = compileShim(folder);
    fixture = mirroredStudy();
    const page = (value: string): readonly string[] => Array.from({ length: 200 }, (_, at) => labText(String(at), { value }));
    await fixture.mirror('labs', [page('5.0')]);
    earlier = mkdtempSync(join(folder, 'earlier-'));
    expect(run(earlier, {}).signal).toBeNull();
    await fixture.mirror('labs', [page('6.0')]);
  });
  afterAll(() => {
    fixture.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves the earlier or the new generation whole at whatever step, and the next run completes the export', ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const log = join(folder, 'log');
    const whole = copyOfEarlier();
    expect(run(whole, { log })).toMatchObject({ signal: null });
    const files = filesIn(whole);
    expect(generationOf(whole)).toBe(2);
    const events = readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read').length;
    expect(events).toBeGreaterThan(10);
    const seen = new Set<number>();
    const kills = Math.min(events, MOST);
    const points = Array.from({ length: kills }, (_, index) => `${1 + Math.floor((index * events) / kills)}:before`);
    for (const point of [...points, `${events}:after`]) {
      const lake = copyOfEarlier();
      const what = `killed at event ${point} of ${events}`;
      expect(run(lake, { stop: `*.*#${point}` }).signal, what).toBe('SIGKILL');
      seen.add(generationOf(lake));
      expectWhole(lake, what);
      expectUnnamed(lake, what);
      const again = run(lake, {});
      expect([again.signal, again.stderr], what).toEqual([null, expect.any(String)]);
      expect([generationOf(lake), filesIn(lake)], what).toEqual([2, files]);
      expectWhole(lake, what);
      rmSync(lake, { recursive: true });
    }
    expect([...seen].toSorted()).toEqual([1, 2]);
  });

  function copyOfEarlier(): string {
    const lake = mkdtempSync(join(folder, 'lake-'));
    cpSync(earlier, lake, { recursive: true });
    return lake;
  }

  function run(lake: string, fault: Fault): { readonly signal: string | null; readonly stderr: string } {
    if ('why' in shim) throw new Error(shim.why);
    const { signal, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'lake-process.ts'), fixture.path, fixture.study.file.key.toString('hex'), studyNumber, lake],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...compiledCode, ...shimEnvironment(shim, [lake], fault) },
      },
    );
    return { signal, stderr };
  }

  function manifestOf(lake: string) {
    const manifest = readManifest(readFileSync(join(lake, lakeManifestName), 'utf8'));
    if (manifest === null) throw new Error('The lake has no manifest.');
    return manifest;
  }

  const generationOf = (lake: string): number => manifestOf(lake).generation;

  /** Expects every file in the manifest to exist with its digest. */
  function expectWhole(lake: string, what: string): void {
    for (const { path, sha256 } of manifestOf(lake).files) {
      expect(existsSync(join(lake, path)), `${what}: ${path}`).toBe(true);
      expect(
        createHash('sha256')
          .update(readFileSync(join(lake, path)))
          .digest('hex'),
        `${what}: ${path}`,
      ).toBe(sha256);
    }
  }

  /** Expects the files of the next generation to have temporary names, unless its manifest is complete. */
  function expectUnnamed(lake: string, what: string): void {
    const named = new Set(manifestOf(lake).files.map(({ path }) => path));
    const others = filesIn(lake).filter((path) => path.endsWith('.parquet') && !named.has(path));
    const manifests = readdirSync(lake).filter(
      (name) => name.endsWith('.part') && readManifest(readFileSync(join(lake, name), 'utf8')) !== null,
    );
    if (manifests.length === 0) expect(others, what).toEqual([]);
  }

  function filesIn(lake: string): readonly string[] {
    return readdirSync(lake, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(lake.length + 1))
      .sort();
  }
});
