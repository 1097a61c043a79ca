import { existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backupState } from '../../src/core/vault/settings/backup-plan.ts';
import { openVaultDatabase } from '../../src/core/vault/database.ts';
import { findVaultKey } from '../../src/core/vault/keys/vault-key.ts';
import { historyOf, inVault, revise, vaultWorkOf, writeWork } from './backed-up.ts';
import { carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Sandbox } from './carrel.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const folder = workFolder();
const data = join(folder.path, 'data');
const kept = join(folder.path, 'never-lost');
const file = join(folder.path, 'all.carrelbackup');
const backupPassphrase = 'a phrase for the safe';
const study = '22-001';
let sandbox: Sandbox;

async function run(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return carrel([...args, '--json'], {
    dataDir,
    env: { CARREL_PASSPHRASE: passphrase, CARREL_BACKUP_PASSPHRASE: backupPassphrase, ...env },
  });
}

async function mirrorAnew(dataDir: string): Promise<void> {
  expect((await connectTo(sandbox, dataDir)).code).toBe(0);
  expect((await run(dataDir, ['sync', study])).code).toBe(0);
}

beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '8', '--page-size', '100', '--studies', study]);
  await mirrorAnew(data);
  for (const revision of [1, 2]) {
    await revise(sandbox, revision);
    expect((await run(data, ['sync', study])).code).toBe(0);
  }
  await writeWork(data, study);
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

describe('a backup, from a terminal', () => {
  test('is one unreadable file under its own passphrase, recorded in the trail', async () => {
    const without = await run(data, ['backup', '--out', file], { CARREL_BACKUP_PASSPHRASE: '' });
    expect([without.code, without.result.category]).toEqual([20, 'LOCKED']);
    expect((await run(data, ['backup'])).code).toBe(2);
    const done = await run(data, ['backup', '--out', file]);
    expect(done.result).toMatchObject({ code: 0, category: 'OK', path: file, studies: [study], leftOut: [] });
    const text = readFileSync(file).toString('latin1');
    for (const word of [study, 'SQLite', 'ask the site', 'labs', 'XALT', 'Acme']) expect(text.includes(word)).toBe(false);
    const again = await run(data, ['backup', '--out', file]);
    expect([again.code, again.result.category]).toEqual([25, 'EXPORT']);
    const events = await inVault(data, (vault) => vault.audit.entries().map(({ event }) => event));
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'backup', sha256: done.result.sha256, study: null, studies: 1, leftOut: 0, afterSync: false }),
    );
    expect(readdirSync(join(data, 'studies')).filter((name) => name.includes('backup'))).toEqual([]);
  });

  test.each([
    ['--out', '--after-sync'],
    ['--out', '--keep'],
    ['--study', '--after-sync'],
    ['--force', '--after-sync'],
  ])('%s with %s is refused, and nothing is written or planned', async (one, other) => {
    const path = join(folder.path, 'twice.carrelbackup');
    const values: Readonly<Record<string, readonly string[]>> = {
      '--out': [path],
      '--after-sync': [folder.path],
      '--keep': ['3'],
      '--study': [study],
    };
    const done = await run(data, ['backup', ...[one, other].flatMap((option) => [option, ...(values[option] ?? [])])]);
    expect([done.code, done.result.category]).toEqual([2, 'USAGE']);
    expect(existsSync(path)).toBe(false);
    expect(await inVault(data, (vault) => backupState(vault).plan)).toBeNull();
  });

  test('leaves a damaged study out and says so (exit code 30), and writes nothing if that study is named (21)', async () => {
    const [name = ''] = readdirSync(join(data, 'studies')).filter((found) => found.endsWith('.db'));
    const place = join(data, 'studies', name);
    const kept = readFileSync(place);
    const path = join(folder.path, 'damaged.carrelbackup');
    writeFileSync(place, Buffer.alloc(kept.length, 7));
    try {
      const one = await run(data, ['backup', '--out', path, '--study', study]);
      expect([one.code, one.result.category, existsSync(path)]).toEqual([21, 'CORRUPT', false]);
      const all = await run(data, ['backup', '--out', path]);
      expect(all.result).toMatchObject({ code: 30, category: 'PARTIAL', studies: [], leftOut: [{ study, category: 'CORRUPT' }] });
    } finally {
      writeFileSync(place, kept);
    }
  });

  test('brings a wiped laptop back: mirrored anew and restored, it has the same ledger, notes, marks, mappings and trail', async () => {
    const [history, work] = [await historyOf(data, study), await vaultWorkOf(data)];
    renameSync(data, kept);
    await mirrorAnew(data);
    expect(await historyOf(data, study)).not.toEqual(history);
    const done = await run(data, ['restore', file]);
    expect(done.result).toMatchObject({
      code: 0,
      category: 'OK',
      studies: [
        { study, history: 'added', added: { notes: 2, marks: 2, filters: 1, views: 1, visits: 1, mappings: 1 }, updated: 0, why: null },
      ],
    });
    expect(await historyOf(data, study)).toEqual(history);
    const restored = await vaultWorkOf(data);
    expect(restored.settings).toEqual(work.settings);
    // The earlier trail, link by link, up to the backup, followed by its own.
    const known = new Set(restored.trail);
    const noted = work.trail.findIndex((entry) => entry.includes('backup-begun'));
    expect(noted).toBeGreaterThan(8);
    expect(work.trail.slice(0, noted).every((entry) => known.has(entry))).toBe(true);
    expect((await run(data, ['verify'])).result).toMatchObject({ code: 0, findings: [] });
    expect(await inVault(data, (vault) => vault.audit.entries().findLast(({ event }) => event.kind === 'restored')?.event)).toMatchObject({
      settings: 4,
    });
  });

  test('adds nothing when restored once more', async () => {
    const before = await historyOf(data, study);
    const again = await run(data, ['restore', file]);
    expect(again.result).toMatchObject({ code: 0, studies: [{ history: 'here', updated: 0 }], vault: { settings: 0, trail: 0 } });
    expect([...new Set(Object.values(again.result.studies[0].added))]).toEqual([0]);
    expect(await historyOf(data, study)).toEqual(before);
  });

  test('adds what the service changed since the backup as the next generation, and the study continues', async () => {
    await revise(sandbox, 3);
    rmSync(data, { recursive: true });
    await mirrorAnew(data);
    expect((await run(data, ['restore', file])).result).toMatchObject({ code: 0, studies: [{ history: 'added' }] });
    for (const dataDir of [kept, data]) expect((await run(dataDir, ['sync', study])).code).toBe(0);
    const [there, here] = [await historyOf(kept, study, false), await historyOf(data, study, false)];
    for (const part of ['generations', 'changes', 'arrivals', 'states', 'rows'] as const) expect(here[part], part).toEqual(there[part]);
    expect((await run(data, ['verify'])).code).toBe(0);
  });

  test('waits for a study that is not mirrored here, and says so: exit code 30', async () => {
    const bare = join(folder.path, 'bare');
    expect((await connectTo(sandbox, bare)).code).toBe(0);
    const done = await run(bare, ['restore', file]);
    expect([done.code, done.result.studies[0].history]).toEqual([30, 'waiting']);
    expect(done.stderr).toContain('Sync it, then restore again');
    expect((await run(bare, ['sync', study])).code).toBe(0);
    expect((await run(bare, ['restore', file])).result).toMatchObject({ code: 0, studies: [{ history: 'added' }], vault: { trail: 0 } });
  });

  test.each([
    ['a wrong passphrase', () => file, { CARREL_BACKUP_PASSPHRASE: 'another' }, 20],
    ['no such file', () => join(folder.path, 'none'), {}, 2],
    ['a folder', () => folder.path, {}, 2],
    ['a device', () => '/dev/zero', {}, 2],
    ['a pipe', () => made('pipe', (path) => void spawnSync('mkfifo', [path])), {}, 2],
    ['a link', () => made('link', (path) => symlinkSync(file, path)), {}, 2],
    ['another format', () => made('pdf', (path) => writeFileSync(path, '%PDF-1.7'.repeat(90))), {}, 21],
    ['a truncated file', () => made('cut', (path) => writeFileSync(path, readFileSync(file).subarray(0, -1))), {}, 21],
    ['a flipped byte', () => made('flipped', (path) => writeFileSync(path, flipped(readFileSync(file), 9000))), {}, 21],
  ])('%s is refused, and nothing changes', async (_what, path, env, code) => {
    const before = await historyOf(data, study);
    const done = await run(data, ['restore', path()], env);
    expect(done.code).toBe(code);
    expect(await historyOf(data, study)).toEqual(before);
    expect(readdirSync(join(data, 'studies')).filter((name) => name.includes('backup'))).toEqual([]);
  });

  test('leaves a broken audit trail out and says so, also after a sync, and everything else is restored from it: exit code 30', async () => {
    const { key } = await findVaultKey(data, { passphrase }, () => new Date());
    const db = openVaultDatabase(data, key);
    db.exec(`UPDATE audit SET actor = 'somebody else' WHERE number = 2`);
    db.close();
    const path = join(folder.path, 'no-trail.carrelbackup');
    const says = expect.stringMatching(/^Entry 2 of the audit trail/) as string;
    const one = await run(data, ['backup', '--out', path]);
    expect(one.result).toMatchObject({ code: 30, category: 'PARTIAL', studies: [study], leftOut: [], trailLeftOut: says });
    expect(one.stderr).toContain('The audit trail is not in the backup: Entry 2');
    expect((await run(data, ['backup', '--after-sync', folder.path])).code).toBe(0);
    const synced = await run(data, ['sync', study]);
    expect(synced.result).toMatchObject({ code: 0, backup: { leftOut: [], trailLeftOut: says, error: null } });
    expect(synced.stderr).toContain('The audit trail is not in the backup: Entry 2');

    const fresh = join(folder.path, 'fresh');
    await mirrorAnew(fresh);
    const restored = await run(fresh, ['restore', path]);
    expect(restored.result).toMatchObject({
      code: 30,
      category: 'PARTIAL',
      studies: [{ history: 'added', added: { notes: 2, mappings: 1 }, why: null }],
      vault: { settings: 4, trail: 0, trailLeftOut: expect.stringContaining('without the audit trail') as string },
    });
    expect((await run(fresh, ['verify'])).result).toMatchObject({ code: 0, findings: [] });
  });
});

function made(name: string, make: (path: string) => void): string {
  const path = join(folder.path, name);
  make(path);
  return path;
}

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}
