import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, promises, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAtomicFile } from '../../../src/core/platform/atomic-file.ts';
import type { AuditEvent, Begun } from '../../../src/core/vault/audit/audit-event.ts';
import type { NotedExport } from '../../../src/core/vault/settings/noted-exports.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';
import { turningKeyStore as keyStore } from '../../unit/vault/key-store.ts';

const asked = { study: '22-001', dataset: 'labs', format: 'csv', where: [], narrowed: false, generation: 1 } as const;
const packed = { study: '22-001', generation: 1, expires: '2099-12-31' } as const;
const begun: Begun = { kind: 'export-begun', ...asked };
const whole: AuditEvent = { kind: 'export', ...asked, rows: 1, columns: 1, sha256: 'ab' };

afterEach(() => {
  vi.restoreAllMocks();
});

async function gone(path: string): Promise<void> {
  await expect.poll(() => existsSync(path)).toBe(false);
}

describe('killed exports', () => {
  const folder = temporaryFolders();

  /** A folder with a partial file of a dead process, recorded in the vault as an export that began. */
  async function killedExport(of: Begun = begun): Promise<Killed> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const place = join(vault.dir, 'exports');
    mkdirSync(place);
    const noted = vault.exports.begin(of, join(place, 'labs.csv'));
    const running = createAtomicFile(join(place, 'labs.csv'), false);
    const part = join(place, readdirSync(place)[0]?.replace(/-\d+-/, '-4194999-') ?? '');
    running.discard();
    writeFileSync(part, 'rows');
    return { vault, place, part, noted };
  }

  async function reopened(vault: Vault): Promise<Vault> {
    vault.close();
    return openVault(vault.dir, { keyStore });
  }

  test('leave nothing behind after the next opening', async () => {
    const { vault, part } = await killedExport();
    const later = await reopened(vault);
    await gone(part);
    later.close();
  });

  test('of a lake leave no file behind that got its name before the last one, and none in its partitions', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const lake = join(vault.dir, 'lake');
    const [named, earlier] = ['study=1/dataset=labs/generation=2/part-0.parquet', 'study=1/dataset=labs/generation=1/part-0.parquet'];
    for (const file of [named, earlier]) {
      mkdirSync(dirname(join(lake, file)), { recursive: true });
      writeFileSync(join(lake, file), 'rows');
    }
    const [manifest, unnamed] = ['', dirname(named)].map((below) => join(lake, below, '.carrel-0123abcd-4194999-0123456789ab.part'));
    for (const part of [manifest, unnamed]) {
      writeFileSync(part ?? '', 'half');
      utimesSync(part ?? '', new Date(0), new Date(0));
    }
    const noted = vault.exports.begin(begun, join(lake, '_carrel.json'), [named]);
    noted.written(whole, basename(manifest ?? ''));
    const later = await reopened(vault);
    await gone(manifest ?? '');
    await gone(unnamed ?? '');
    expect([named, earlier].map((file) => existsSync(join(lake, file)))).toEqual([false, true]);
    expect(later.audit.entries().at(-1)?.event).toMatchObject({ kind: 'export-failed', outcome: 'INTERRUPTED' });
    later.close();
  });

  test('of a lake keep a file of its name if none was complete', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const lake = join(vault.dir, 'lake');
    mkdirSync(lake);
    writeFileSync(join(lake, 'part-0.parquet'), 'of somebody else');
    vault.exports.begin(begun, join(lake, '_carrel.json'), ['part-0.parquet']);
    const later = await reopened(vault);
    await later.exports.swept();
    expect(existsSync(join(lake, 'part-0.parquet'))).toBe(true);
    later.close();
  });

  test.each<[string, Begun]>([
    ['an export', begun],
    ['a backup of all studies', { kind: 'backup-begun', study: null, afterSync: false }],
  ])('%s of a study that was wiped meanwhile gets no name', async (_what, of) => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    vault.addStudy('22-001', { demo: false, provisional: false });
    const noted = vault.exports.begin(of, join(vault.dir, 'file'));
    vault.wipeStudy('22-001');
    expect(() => {
      noted.written(whole, 'part');
    }).toThrow(expect.objectContaining({ code: 'EXPORT', message: expect.stringContaining('22-001 was wiped') }));
    expect(vault.audit.entries().at(-1)?.event.kind).toBe('wiped');
    vault.close();
  });

  test('the audit trail can still be exported when a study is wiped meanwhile', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    vault.addStudy('22-001', { demo: false, provisional: false });
    const noted = vault.exports.begin({ kind: 'trail-begun', format: 'csv' }, join(vault.dir, 'trail.csv'));
    vault.wipeStudy('22-001');
    noted.written({ kind: 'trail-exported', format: 'csv', entries: 1, sha256: 'ab' }, 'part');
    expect(vault.audit.entries().at(-1)?.event.kind).toBe('trail-exported');
    vault.close();
  });

  test('begun and killed since the vault opened are judged before another export writes to their folder', async () => {
    const { vault, place, part } = await killedExport();
    const earlier = await openVault(vault.dir, { keyStore });
    await earlier.exports.swept();
    writeFileSync(part, 'rows');
    vault.exports.begin(begun, join(place, 'labs.csv')).written(whole, basename(part));
    vault.close();
    await earlier.exports.sweep(join(place, 'below'));
    expect(earlier.audit.entries().at(-1)?.event.kind).toBe('export');
    await earlier.exports.sweep(place);
    expect(earlier.audit.entries().at(-1)?.event).toMatchObject({ kind: 'export-failed', outcome: 'INTERRUPTED' });
    expect(existsSync(part)).toBe(false);
    earlier.close();
  });

  // The folder used to be read while the vault opened, so a lost network share blocked everything else.
  test('are swept after the vault has opened, without delaying it', async () => {
    const { vault, place, part } = await killedExport();
    const found = readdirSync(place, { withFileTypes: true });
    const slow = Promise.withResolvers<typeof found>();
    const read = vi.spyOn(promises, 'readdir').mockReturnValueOnce(slow.promise as never);
    const later = await reopened(vault);
    await vi.waitFor(() => {
      expect(read).toHaveBeenCalledOnce();
    });
    later.close();
    slow.resolve(found);
    await gone(part);
  });

  // The folder is clean until its file exists, and would have been forgotten.
  test('do not cause the folder of an export that begins meanwhile to be forgotten', async () => {
    const { vault, place, part } = await killedExport();
    const slow = Promise.withResolvers<string[]>();
    vi.spyOn(promises, 'readdir').mockReturnValueOnce(slow.promise as never);
    const later = await reopened(vault);
    later.exports.begin(begun, join(place, 'labs.csv'));
    slow.resolve([]);
    await later.exports.swept();
    const last = await reopened(later);
    await gone(part);
    last.close();
  });

  test('in a missing folder are swept once it is back', async () => {
    const { vault, place, part } = await killedExport();
    renameSync(place, `${place}-away`);
    const later = await reopened(vault);
    renameSync(`${place}-away`, place);
    expect(existsSync(part)).toBe(true);
    const last = await reopened(later);
    await gone(part);
    last.close();
  });

  test('are swept without touching a file that is still being written', async () => {
    const { vault, place, part } = await killedExport();
    const running = createAtomicFile(join(place, 'other.csv'), false);
    writeFileSync(part, 'rows');
    const second = await openVault(vault.dir, { keyStore });
    await gone(part);
    expect(readdirSync(place)).toHaveLength(1);
    second.close();
    running.discard();
    writeFileSync(part, 'rows');
    const last = await reopened(vault);
    await gone(part);
    expect(readdirSync(place)).toEqual([]);
    last.close();
  });

  test('an export that ended is not looked for again', async () => {
    const { vault, part, noted } = await killedExport();
    noted.written(whole, basename(part).replace('-4194999-', '-4194998-'));
    noted.ended();
    await gone(part);
    await expect.poll(() => vault.setting('exports.unfinished')).toBe('[]');
    writeFileSync(part, 'rows');
    const later = await reopened(vault);
    await later.exports.swept();
    expect(existsSync(part)).toBe(true);
    expect(kinds(later)).toEqual(['vault-created', 'export-begun', 'export', 'unlocked']);
    later.close();
  });

  const ends: readonly [Begun, AuditEvent, AuditEvent][] = [
    [begun, whole, { kind: 'export-failed', ...asked, outcome: 'INTERRUPTED' }],
    [
      { kind: 'pack-begun', ...packed },
      { kind: 'pack', ...packed, bytes: 1, sha256: 'ab' },
      { kind: 'pack-failed', ...packed, outcome: 'INTERRUPTED' },
    ],
    [
      { kind: 'trail-begun', format: 'csv' },
      { kind: 'trail-exported', format: 'csv', entries: 2, sha256: 'ab' },
      { kind: 'trail-failed', format: 'csv', outcome: 'INTERRUPTED' },
    ],
  ];

  test.each(ends)('are recorded at the next opening if they ended between digest and file name ($kind)', async (...events) => {
    const [first, digest, reported] = events;
    const { vault, part, noted } = await killedExport(first);
    noted.written(digest, basename(part));
    const later = await reopened(vault);
    await gone(part);
    await expect.poll(() => later.audit.entries().at(-1)?.event).toEqual(reported);
    expect(kinds(later)).toEqual(['vault-created', first.kind, digest.kind, 'unlocked', reported.kind]);
    const last = await reopened(later);
    await last.exports.swept();
    expect(kinds(last).filter((kind) => kind === reported.kind)).toHaveLength(1);
    last.close();
  });

  test('are recorded even if the file was incomplete and its folder is missing', async () => {
    const { vault, place } = await killedExport();
    renameSync(place, `${place}-away`);
    const later = await reopened(vault);
    await expect.poll(() => kinds(later).at(-1)).toBe('export-failed');
    later.close();
  });

  test('record nothing more if the file already had its name', async () => {
    for (const leave of [
      (part: string, path: string) => {
        renameSync(part, path);
      },
      // The file is linked before its temporary name is removed.
      (part: string, path: string) => {
        linkSync(part, path);
      },
    ]) {
      const { vault, place, part, noted } = await killedExport();
      noted.written(whole, basename(part));
      leave(part, join(place, 'labs.csv'));
      const later = await reopened(vault);
      await later.exports.swept();
      expect(kinds(later)).toEqual(['vault-created', 'export-begun', 'export', 'unlocked']);
      expect([later.setting('exports.open'), readdirSync(place)]).toEqual(['[]', ['labs.csv']]);
      later.close();
    }
  });

  test('are not judged while another process may still name the file, nor while the folder is missing', async () => {
    const { vault, place, part, noted } = await killedExport();
    const other = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1000)']);
    const alive = part.replace('-4194999-', `-${String(other.pid)}-`);
    renameSync(part, alive);
    noted.written(whole, basename(alive));
    const second = await reopened(vault);
    await second.exports.swept();
    renameSync(place, `${place}-away`);
    const third = await reopened(second);
    await third.exports.swept();
    expect(kinds(third)).not.toContain('export-failed');
    renameSync(`${place}-away`, place);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const last = await reopened(third);
    await expect.poll(() => kinds(last).at(-1)).toBe('export-failed');
    last.close();
  });

  // With its process id in use again, the part used to be removed unjudged, as if the file had got its name.
  test('are judged after a day, even if their process id is in use again', async () => {
    const { vault, part, noted } = await killedExport();
    const taken = part.replace('-4194999-', `-${String(process.pid)}-`);
    renameSync(part, taken);
    const old = Date.now() / 1000 - 90_000;
    utimesSync(taken, old, old);
    noted.written(whole, basename(taken));
    const later = await reopened(vault);
    await later.exports.swept();
    expect([kinds(later).at(-1), existsSync(taken)]).toEqual(['export-failed', false]);
    later.close();
  });

  // A window opened during an export from the terminal used to forget that folder before there was a file in it.
  test('do not have their folder forgotten by another process while they run', async () => {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const place = join(vault.dir, 'exports');
    mkdirSync(place);
    vault.exports.begin(begun, join(place, 'labs.csv'));
    const stored = JSON.parse(vault.setting('exports.open') ?? '') as readonly object[];
    const by = (pid: number): string => JSON.stringify(stored.map((open) => ({ ...open, process: pid })));
    vault.saveSetting('exports.open', by(process.ppid));
    const during = await reopened(vault);
    await during.exports.swept();
    expect([kinds(during).at(-1), during.setting('exports.unfinished')]).toEqual(['unlocked', JSON.stringify([place])]);
    during.saveSetting('exports.open', by(4194999));
    const later = await reopened(during);
    await later.exports.swept();
    expect(kinds(later).at(-1)).toBe('export-failed');
    later.close();
  });

  test('an export that fails while the vault is busy is recorded later, exactly once', async () => {
    const { vault, noted, place } = await killedExport();
    const busy = vi.spyOn(Database.prototype, 'transaction').mockImplementationOnce(() => {
      throw new Database.SqliteError('busy', 'SQLITE_BUSY');
    });
    noted.failed('EXPORT');
    expect(busy).toHaveBeenCalledOnce();
    expect(kinds(vault)).not.toContain('export-failed');
    const other = vault.exports.begin(begun, join(place, 'other.csv'));
    other.failed('EXPORT');
    const later = await reopened(vault);
    await later.exports.swept();
    expect(kinds(later).filter((kind) => kind === 'export-failed')).toHaveLength(2);
    later.close();
  });

  test('an export that failed is recorded at once, and only once', async () => {
    const { vault, part, noted } = await killedExport();
    noted.written(whole, basename(part));
    noted.failed('EXPORT');
    expect(vault.audit.entries().at(-1)?.event).toEqual({ kind: 'export-failed', ...asked, outcome: 'EXPORT' });
    const later = await reopened(vault);
    await gone(part);
    await later.exports.swept();
    expect(kinds(later).filter((kind) => kind === 'export-failed')).toHaveLength(1);
    later.close();
  });

  test('an export that fails after the vault was closed is recorded at the next opening', async () => {
    const { vault, noted } = await killedExport();
    vault.close();
    noted.failed('CANCELLED');
    const later = await openVault(vault.dir, { keyStore });
    await expect.poll(() => kinds(later).at(-1)).toBe('export-failed');
    later.close();
  });
});

interface Killed {
  readonly vault: Vault;
  readonly place: string;
  readonly part: string;
  readonly noted: NotedExport;
}

function kinds(vault: Vault): readonly string[] {
  return vault.audit.entries().map(({ event }) => event.kind);
}
