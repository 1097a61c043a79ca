import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backUpVault } from '../../src/core/backup/back-up-vault.ts';
import { copyUnderKey } from '../../src/core/store/study-file/reencrypt.ts';
import { sealOf } from '../../src/core/store/database/seal.ts';
import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { openBesideSync } from '../../src/core/vault/studies/open-study.ts';
import { createVault, openVault } from '../../src/core/vault/open-vault.ts';
import type { ExportWritten } from '../../src/core/vault/audit/audit-event.ts';
import { trailFiles } from '../../src/core/vault/audit/trail-files.ts';
import type { Vault } from '../../src/core/vault/vault.ts';
import { verifyCache } from '../../src/core/verify/verify-cache.ts';
import { compiledCode } from '../compiled-code.ts';
import { withScryptCache } from '../scrypt-cache.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type Shim } from '../campaign/shim/shim.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { connectionTo } from './hostile-server.ts';
import { turningKeyStore } from '../unit/vault/key-store.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const passphrase = 'a phrase for the safe';
/** Kills per run of this test, spread over all file operations; CARREL_KILLS=all kills at each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 16;

/** A vault with one study, mirrored from these states of the service. */
async function vaultWith(dir: string, states: readonly (readonly string[])[], note: boolean): Promise<Vault> {
  const mirrored = mirroredStudy();
  for (const state of states) await mirrored.mirror('labs', [state]);
  const { study } = mirrored.study;
  const key = Buffer.alloc(32, 9);
  if (note) {
    const writer = openStudyForWriting(mirrored.path, key, study, null);
    writer.db.exec(`INSERT INTO annotation VALUES ('note', 'one', '"ask"', '2026-01-01T10:00:00.000Z')`);
    writer.close();
  }
  const vault = await createVault(dir, { passphrase: null, keyStore: turningKeyStore });
  vault.saveConnection({ ...connectionTo('http://127.0.0.1:9', { partnerId: 'p', clientId: 'c' }), demo: true }, 'no secret');
  const entry = vault.addStudy(study, { demo: true, provisional: false });
  vault.saveSeal(study, sealOf(mirrored.study), 'complete');
  copyUnderKey({ path: mirrored.path, key }, entry);
  mirrored.remove();
  return vault;
}

describe('a killed restore', () => {
  let folder: string;
  let prepared: string;
  let file: string;
  let shim: Shim;
  let [before, after] = ['', ''];

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-restore-')));
    [prepared, file] = [join(folder, 'prepared'), join(folder, 'one.carrelbackup')];
    shim = compileShim(folder);
    const records = Array.from({ length: 12 }, (_unused, index) => labText(`lab-${String(index)}`));
    const now = [...records.slice(2), labText('lab-new', { value: '99' })];
    const lost = await vaultWith(join(folder, 'lost'), [records, now], true);
    await backUpVault(lost, { path: file, replace: false, under: passphrase, madeBy: '0', now: new Date(), study: null, afterSync: false });
    lost.close();
    const fresh = await vaultWith(prepared, [now], false);
    before = stateOf(fresh);
    fresh.close();
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('leaves each study as it was or completely restored, at whatever step', async ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const log = join(folder, 'log');
    const whole = restore({ log });
    expect(whole.signal, whole.stderr).toBeNull();
    after = await opened(whole.dataDir, stateOf);
    expect(after).not.toBe(before);
    const events = readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read').length;
    expect(events).toBeGreaterThan(50);
    const outcomes = new Set<string>();
    const step = Math.max(1, events / MOST);
    for (let at = 1; at <= events; at += step) {
      const when = `killed before event ${String(Math.floor(at))} of ${String(events)}`;
      const { signal, dataDir } = restore({ stop: `*.*#${String(Math.floor(at))}:before` });
      // The last few events depend on when the journals are emptied.
      if (signal === null && at > events * 0.9) break;
      expect(signal, when).toBe('SIGKILL');
      const state = await opened(dataDir, (vault) => {
        expect(verifyCache(vault).findings, when).toEqual([]);
        return stateOf(vault);
      });
      expect([before, after], when).toContain(state);
      // Whatever ends it, the trail knows that earlier exports name other generations.
      if (state === after) expect(await opened(dataDir, isRenumberingNoted), when).toBe(true);
      outcomes.add(state === after ? 'restored' : 'as it was');
      expect(
        readdirSync(join(dataDir, 'studies')).filter((name) => name.includes('backup')),
        when,
      ).toEqual([]);
      rmSync(dataDir, { recursive: true, force: true });
    }
    expect([...outcomes].sort()).toEqual(['as it was', 'restored']);
  });

  test('is completed when it is run again', async ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const { dataDir, signal } = restore({ stop: '*.*#40:before' });
    expect(signal).toBe('SIGKILL');
    const again = run(dataDir, {});
    expect(again.status, again.stderr).toBe(0);
    expect(await opened(dataDir, stateOf)).toBe(after);
    expect(await opened(dataDir, (vault) => vault.audit.earlier().length)).toBeGreaterThan(0);
  });

  function restore(fault: Fault): { readonly signal: string | null; readonly stderr: string; readonly dataDir: string } {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    cpSync(prepared, dataDir, { recursive: true, preserveTimestamps: true });
    return { ...run(dataDir, fault), dataDir };
  }

  function run(dataDir: string, fault: Fault): ReturnType<typeof spawnSync> & { readonly stderr: string } {
    if ('why' in shim) throw new Error(shim.why);
    return spawnSync(process.execPath, [join(import.meta.dirname, 'restore-process.ts'), dataDir, file, passphrase], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...compiledCode, ...withScryptCache(), ...shimEnvironment(shim, [dataDir], fault) },
    });
  }
});

async function opened<T>(dataDir: string, look: (vault: Vault) => T): Promise<T> {
  const vault = await openVault(dataDir, { keyStore: turningKeyStore });
  try {
    return look(vault);
  } finally {
    vault.close();
  }
}

function isRenumberingNoted(vault: Vault): boolean {
  const [study = ''] = vault.studyNumbers();
  const id = 'c0ffee00-0000-4000-8000-000000000000';
  const exported = { at: '2026-01-01T00:00:00.000Z', actor: 'tester', hash: '', number: 1, event: exportOf(study, id) };
  const [file] = trailFiles({ entries: () => [exported, ...vault.audit.entries()], earlier: () => [] });
  return file?.known.what === 'export' && file.known.anew;
}

function exportOf(study: string, id: string): ExportWritten {
  return {
    ...{ kind: 'export', id, study, dataset: 'labs', format: 'csv', where: [], narrowed: false, generation: 1 },
    ...{ rows: 1, columns: 1, sha256: '0'.repeat(64) },
  };
}

/** The ledger and what people wrote, as text. */
function stateOf(vault: Vault): string {
  const [study = ''] = vault.studyNumbers();
  const file = openBesideSync(vault, study);
  try {
    const all = (sql: string): unknown => file?.db.prepare(sql).raw().all();
    return JSON.stringify([
      all('SELECT number, datasets FROM generation ORDER BY number'),
      all('SELECT generation, dataset, key, kind FROM change ORDER BY generation, id'),
      all('SELECT record_id, _added, _changed FROM labs_row ORDER BY 1'),
      all('SELECT kind, name, value FROM annotation ORDER BY 1, 2'),
    ]);
  } finally {
    file?.close();
  }
}
