import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { storedTerms, termsHistory } from '../../src/core/store/database/stored-terms.ts';
import { defaultTerms } from '../../src/shared/terms/study-terms.ts';
import type { Terms } from '../../src/shared/terms/terms-schema.ts';
import { compiledCode } from '../compiled-code.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type Shim } from '../campaign/shim/shim.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { studyNumber } from '../unit/query/study-fixture.ts';

/** Kills per run of this test, spread over all file operations; CARREL_KILLS=all kills at each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 20;
const terms: Terms = {
  system: defaultTerms.system,
  ctcae: defaultTerms.ctcae,
  tests: [{ dataset: 'labs', test: 'ALT', serviceCode: null, code: 'GGT' }],
  units: [],
};

describe('a killed change of terms', () => {
  let folder: string;
  let shim: Shim;
  let fixture: ReturnType<typeof mirroredStudy>;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-terms-')));
    shim = compileShim(folder);
    fixture = mirroredStudy();
    const page = (number: number): readonly string[] => Array.from({ length: 200 }, (_, at) => labText(`${number}-${at}`));
    await fixture.mirror('labs', [page(1), page(2), page(3)]);
  });

  afterAll(() => {
    fixture.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves all rows as before or all rows by the new terms, at whatever step', ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const log = join(folder, 'log');
    const whole = change({ log });
    expect(whole.signal, whole.stderr).toBeNull();
    expect(stateOf(whole.path)).toEqual(after);
    const events = readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read').length;
    expect(events).toBeGreaterThan(20);
    const seen = new Set<string>();
    for (let at = 1; at <= events; at += Math.max(1, events / MOST)) {
      const { signal, path } = change({ stop: `*.*#${Math.floor(at)}:before` });
      // The last few events depend on when the journals are emptied.
      if (signal === null && at > events * 0.9) break;
      expect(signal, `event ${Math.floor(at)}`).toBe('SIGKILL');
      const state = stateOf(path);
      expect([before, after], `killed before event ${Math.floor(at)} of ${events}`).toContainEqual(state);
      seen.add(JSON.stringify(state));
      rmSync(dirname(path), { recursive: true, force: true });
    }
    expect(seen.size).toBe(2);
  });

  /** Changes a copy of the study in a separate process. */
  function change(fault: Fault): { readonly signal: string | null; readonly stderr: string; readonly path: string } {
    if ('why' in shim) throw new Error(shim.why);
    const copy = mkdtempSync(join(folder, 'study-'));
    for (const name of readdirSync(dirname(fixture.path)).filter((name) => name.startsWith(basename(fixture.path))))
      cpSync(join(dirname(fixture.path), name), join(copy, name));
    const path = join(copy, basename(fixture.path));
    const { signal, stderr } = spawnSync(
      process.execPath,
      [
        join(import.meta.dirname, 'change-terms-process.ts'),
        ...[path, fixture.study.file.key.toString('hex'), studyNumber, JSON.stringify(terms)],
      ],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], ...compiledCode, ...shimEnvironment(shim, [copy], fault) },
      },
    );
    return { signal, stderr, path };
  }

  const before = { version: 0, codes: ['ALT'], rows: 600, history: 0, findings: 0 };
  const after = { version: 1, codes: ['GGT'], rows: 600, history: 1, findings: 0 };

  /** What a concurrent reader sees, and what the next start finds. */
  function stateOf(path: string): typeof before {
    const key = fixture.study.file.key;
    const db = openDatabase(path, key, 'read');
    const { version } = storedTerms(db);
    const codes = db.prepare<[], string>('SELECT DISTINCT test_code FROM labs').pluck().all();
    db.close();
    const study = openStudyForReading(path, key, studyNumber, null);
    try {
      expect(study.terms.version).toBe(version);
      return {
        version,
        codes,
        rows: study.db.prepare<[], number>('SELECT count(*) FROM labs').pluck().get() ?? 0,
        history: termsHistory(study.db).length,
        findings: checkStudy(study).length,
      };
    } finally {
      study.close();
    }
  }
});
