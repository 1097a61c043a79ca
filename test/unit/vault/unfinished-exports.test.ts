import { existsSync, mkdirSync, promises, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAtomicFile } from '../../../src/core/export/atomic-file.ts';
import type { ExportBegun } from '../../../src/core/vault/audit-event.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const begun: ExportBegun = {
  kind: 'export-begun',
  study: '22-001',
  dataset: 'labs',
  format: 'csv',
  where: [],
  narrowed: false,
  generation: 1,
};

afterEach(() => {
  vi.restoreAllMocks();
});

async function gone(path: string): Promise<void> {
  await expect.poll(() => existsSync(path)).toBe(false);
}

describe('exports that were killed', () => {
  const folder = temporaryFolders();

  /** A folder with the part of a dead process in it, noted in the vault as the one of an export that began. */
  async function killedExport(): Promise<{ readonly vault: Vault; readonly place: string; readonly part: string }> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    const place = join(vault.dir, 'exports');
    mkdirSync(place);
    vault.exports.begin(begun, join(place, 'labs.csv'));
    const running = createAtomicFile(join(place, 'labs.csv'), false);
    const part = join(place, readdirSync(place)[0]?.replace(/-\d+-/, '-4194999-') ?? '');
    running.discard();
    writeFileSync(part, 'rows');
    return { vault, place, part };
  }

  async function reopened(vault: Vault): Promise<Vault> {
    vault.close();
    return openVault(vault.dir, { keyStore });
  }

  test('leave nothing behind after the next opening, wherever they wrote', async () => {
    const { vault, part } = await killedExport();
    const later = await reopened(vault);
    await gone(part);
    later.close();
  });

  // The folder was read while the vault opened, and a lost network share held up everything else.
  test('are looked for once the vault is open, and are not waited for', async () => {
    const { vault, part } = await killedExport();
    const slow = Promise.withResolvers<string[]>();
    const read = vi.spyOn(promises, 'readdir').mockReturnValueOnce(slow.promise as never);
    const later = await reopened(vault);
    expect(read).toHaveBeenCalledOnce();
    later.close();
    slow.resolve([basename(part)]);
    await gone(part);
  });

  // Its folder was clean before its file was there, and would have been forgotten.
  test('do not have the folder of one forgotten that began meanwhile', async () => {
    const { vault, place, part } = await killedExport();
    const slow = Promise.withResolvers<string[]>();
    vi.spyOn(promises, 'readdir').mockReturnValueOnce(slow.promise as never);
    const later = await reopened(vault);
    later.exports.begin(begun, join(place, 'labs.csv'));
    slow.resolve([]);
    await sleep(20);
    const last = await reopened(later);
    await gone(part);
    last.close();
  });

  test('into a folder that is away are swept when it is back', async () => {
    const { vault, place, part } = await killedExport();
    renameSync(place, `${place}-away`);
    const later = await reopened(vault);
    renameSync(`${place}-away`, place);
    expect(existsSync(part)).toBe(true);
    const last = await reopened(later);
    await gone(part);
    last.close();
  });

  test('do not hide one that is still being written', async () => {
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
    const { vault, place, part } = await killedExport();
    vault.exports.end(null, join(place, 'labs.csv'));
    await gone(part);
    await expect.poll(() => vault.setting('exports.unfinished')).toBe('[]');
    writeFileSync(part, 'rows');
    const later = await reopened(vault);
    await sleep(20);
    expect(existsSync(part)).toBe(true);
    expect(later.audit.entries().map(({ event }) => event.kind)).toEqual(['vault-created', 'export-begun', 'unlocked']);
    later.close();
  });
});
