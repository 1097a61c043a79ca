import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSeal } from '../../src/core/store/database/seal.ts';
import { createStudyFile } from '../../src/core/store/study-file/study-file.ts';
import { vaultFiles } from '../../src/core/vault/database.ts';
import { openBesideSync } from '../../src/core/vault/studies/open-study.ts';
import { createVault, openVault } from '../../src/core/vault/open-vault.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { verifyCache } from '../../src/core/verify/verify-cache.ts';
import { compiledCode } from '../compiled-code.ts';
import { withScryptCache } from '../scrypt-cache.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type Shim } from '../campaign/shim/shim.ts';
import { turningKeyStore, turningStoreOf } from '../unit/vault/key-store.ts';

const studies = ['22-001', '22-002'];
/** Kills per run of this test, spread over all file operations; CARREL_KILLS=all kills at each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 40;

describe('a killed renewal of all keys', () => {
  let folder: string;
  let prepared: string;
  let shim: Shim;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-renewal-')));
    prepared = join(folder, 'prepared');
    shim = compileShim(folder);
    const vault = await createVault(prepared, { passphrase: null, keyStore: turningKeyStore });
    for (const study of studies) {
      const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
      createStudyFile(path, key, study);
      vault.saveSeal(study, makeSeal(study, 0, []), 'complete');
    }
    vault.close();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves everything open to either the earlier or the new lock, at whatever step', async ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const log = join(folder, 'log');
    const whole = renew({ log });
    expect(whole.signal, whole.stderr).toBeNull();
    const events = readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read').length;
    expect(events).toBeGreaterThan(50);
    const outcomes = new Set<string>();
    const step = Math.max(1, events / MOST);
    for (let at = 1; at <= events; at += step) {
      const { signal, dataDir } = renew({ stop: `*.*#${Math.floor(at)}:before` });
      // The last few events depend on when the journals are emptied.
      if (signal === null && at > events * 0.9) break;
      expect(signal, `event ${Math.floor(at)}`).toBe('SIGKILL');
      outcomes.add(await expectWhole(dataDir, `killed before event ${Math.floor(at)} of ${events}`));
      rmSync(dataDir, { recursive: true, force: true });
    }
    expect([...outcomes].sort()).toEqual(['earlier', 'new']);
  });

  function renew(fault: Fault): { readonly signal: string | null; readonly stderr: string; readonly dataDir: string } {
    if ('why' in shim) throw new Error(shim.why);
    const dataDir = mkdtempSync(join(folder, 'data-'));
    cpSync(prepared, dataDir, { recursive: true, preserveTimestamps: true });
    const { signal, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'renew-keys-process.ts'), dataDir], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...compiledCode, ...withScryptCache(), ...shimEnvironment(shim, [dataDir], fault) },
    });
    return { signal, stderr, dataDir };
  }
});

/** Expects a vault that opens with exactly one of the two key stores, is sound and holds no leftovers; returns which one. */
async function expectWhole(dataDir: string, when: string): Promise<'earlier' | 'new'> {
  const opened = await Promise.allSettled([
    openVault(dataDir, { keyStore: turningKeyStore }),
    openVault(dataDir, { keyStore: turningStoreOf('kwallet6') }),
  ]);
  const vaults = opened.flatMap((outcome): readonly Vault[] => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(
    vaults,
    `${when}: ${opened.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'opened')).join('; ')}`,
  ).toHaveLength(1);
  for (const vault of vaults) {
    expect(verifyCache(vault).findings, when).toEqual([]);
    expect(vault.studyNumbers(), when).toEqual(studies);
    for (const study of studies) openBesideSync(vault, study)?.close();
    vault.close();
  }
  expect(vaultFiles(dataDir), when).toHaveLength(1);
  expect(
    readdirSync(join(dataDir, 'studies')).filter((name) => name.endsWith('.db')),
    when,
  ).toHaveLength(studies.length);
  return opened[0].status === 'fulfilled' ? 'earlier' : 'new';
}
