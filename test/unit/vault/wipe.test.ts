import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { aheadPath, answerPath, columnsPath } from '../../../src/core/store/database/cache-files.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { setVaultAside } from '../../../src/core/vault/set-aside.ts';
import { isDataFolder } from '../../../src/core/platform/own-files.ts';
import { eraseEverything } from '../../../src/core/vault/erase-everything.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

describe('wiping', () => {
  const folder = temporaryFolders();
  const filesIn = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  async function vaultWithStudies(dir = folder()): Promise<Vault> {
    const vault = await createVault(dir, { passphrase: null, keyStore });
    for (const study of ['22-001', '22-002']) {
      const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
      createStudyFile(path, key, study);
    }
    return vault;
  }

  /** The files that a key opens as a database. */
  const openedBy = (key: Buffer, dir: string): string[] =>
    filesIn(dir).filter((path) => {
      try {
        openDatabase(path, key, 'read').close();
        return true;
      } catch {
        return false;
      }
    });

  test('makes a saved key of the study open nothing, and leaves the other studies readable', async () => {
    const vault = await vaultWithStudies();
    const [wiped, kept] = ['22-001', '22-002'].map((study) => Buffer.from(vault.study(study)?.key ?? ''));
    expect(openedBy(wiped ?? Buffer.alloc(32), vault.dir)).toHaveLength(1);
    vault.wipeStudy('22-001');
    expect(openedBy(wiped ?? Buffer.alloc(32), vault.dir)).toEqual([]);
    expect(openedBy(kept ?? Buffer.alloc(32), vault.dir)).toHaveLength(1);
    vault.close();
  });

  test('leaves the key of the study in no page of the vault, including free pages and the journal', async () => {
    const vault = await vaultWithStudies();
    const key = Buffer.from(vault.study('22-001')?.key ?? '');
    const path = filesIn(vault.dir).find((name) => /vault-[0-9a-f]{16}\.db$/.test(name)) ?? '';
    expect(plainPages(path, vaultKey(vault.dir)).includes(key)).toBe(true);
    vault.wipeStudy('22-001');
    expect(existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`).length : 0).toBe(0);
    expect(plainPages(path, vaultKey(vault.dir)).includes(key)).toBe(false);
    vault.close();
  });

  test('removes the cached columns and answers of that study only', async () => {
    const vault = await vaultWithStudies();
    const [wiped = '', kept = ''] = ['22-001', '22-002'].map((study) => vault.study(study)?.path ?? '');
    for (const path of [wiped, kept]) writeFileSync(columnsPath(path, 'labs'), 'columns');
    writeFileSync(answerPath(wiped, 'tally'), 'tally');
    writeFileSync(aheadPath(wiped, 'labs'), 'columns');
    writeFileSync(`${columnsPath(wiped, 'vitals')}.4711-0a1b2c3d.new`, 'some');
    vault.wipeStudy('22-001');
    const left = (): string[] => filesIn(vault.dir).filter((name) => /-columns-|-ahead-|-answer-/.test(name));
    expect(left()).toEqual([columnsPath(kept, 'labs')]);
    // Written by another process that still had the study open.
    writeFileSync(columnsPath(wiped, 'labs'), 'columns');
    writeFileSync(answerPath(wiped, 'checks'), 'checks');
    writeFileSync(aheadPath(wiped, 'labs'), 'columns');
    writeFileSync(`${columnsPath(wiped, 'vitals')}.4711-0a1b2c3d.new`, 'some');
    vault.close();
    const opened = await openVault(vault.dir, { keyStore });
    expect(left()).toEqual([columnsPath(kept, 'labs')]);
    opened.close();
  });

  test('records in the trail that the study was there and was wiped', async () => {
    const vault = await vaultWithStudies();
    vault.wipeStudy('22-001');
    vault.close();
    const opened = await openVault(vault.dir, { keyStore });
    const kinds = opened.audit.entries().map(({ event }) => ('study' in event ? `${event.kind} ${event.study}` : event.kind));
    expect(kinds).toEqual(['vault-created', 'study-added 22-001', 'study-added 22-002', 'wiped 22-001', 'unlocked']);
    expect(opened.audit.findBreak()).toBeNull();
    opened.close();
  });

  test('everything removes all files of Carrel and no others, and leaves nothing for saved keys to open', async () => {
    const dir = folder();
    const vault = await vaultWithStudies(dir);
    for (const name of ['preferences.json', 'tries.json', 'keys.json.4711-0a1b2c3d.new', 'holiday.jpg'])
      writeFileSync(join(dir, name), '{}');
    for (const name of ['log', 'window', 'other']) {
      mkdirSync(join(dir, name));
      writeFileSync(join(dir, name, name === 'window' ? 'Local State' : 'carrel.log'), '');
    }
    const saved = folder();
    cpSync(join(dir, 'keys.json'), join(saved, 'keys.json'));
    const key = Buffer.from(vault.study('22-001')?.key ?? '');
    vault.close();
    await eraseEverything(dir);
    expect(readdirSync(dir).sort()).toEqual(['holiday.jpg', 'other']);
    expect(openedBy(key, dir)).toEqual([]);
    cpSync(join(saved, 'keys.json'), join(dir, 'keys.json'));
    const reopened = await openVault(dir, { keyStore });
    expect(reopened.studies()).toEqual([]);
    reopened.close();
  });

  test('everything leaves what others have under names that Carrel uses, beside a vault', async () => {
    const dir = folder();
    (await vaultWithStudies(dir)).close();
    const theirs = ['log/build.log', 'window/glass.txt', 'set-aside-for-audit/list.csv'];
    for (const path of [...theirs, 'log/carrel.log', 'log/carrel.2.log']) {
      mkdirSync(join(dir, dirname(path)), { recursive: true });
      writeFileSync(join(dir, path), 'theirs');
    }
    expect(await eraseEverything(dir)).toBe(true);
    const left = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left.map(({ parentPath, name }) => join(parentPath, name)).sort()).toEqual(theirs.map((path) => join(dir, path)).sort());
  });

  test.each(['{}', '{"format":"other keys"}', ''])('everything deletes nothing in a folder of others with keys.json %j', async (keys) => {
    const dir = folder();
    for (const path of ['studies/paper.txt', 'log/carrel.log', 'window/Preferences', 'set-aside-old/list.csv']) {
      mkdirSync(join(dir, dirname(path)));
      writeFileSync(join(dir, path), 'theirs');
    }
    for (const name of ['keys.json', 'preferences.json', 'reserve']) writeFileSync(join(dir, name), keys);
    const before = readdirSync(dir, { recursive: true }).sort();
    expect(await eraseEverything(dir)).toBe(false);
    expect(readdirSync(dir, { recursive: true }).sort()).toEqual(before);
  });

  test('everything deletes a key file that is all that is left, even if it is damaged', async () => {
    const [dir, saved] = [folder(), folder()];
    (await vaultWithStudies(dir)).close();
    writeFileSync(join(saved, 'keys.json'), readFileSync(join(dir, 'keys.json'), 'utf8').slice(0, -20));
    expect(await eraseEverything(saved)).toBe(true);
    expect(readdirSync(saved)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')(
    'everything is not undone by a vault that is still open, which writes nothing any more',
    async () => {
      const vault = await vaultWithStudies();
      await eraseEverything(vault.dir);
      const gone = { code: 'STORE', message: expect.stringContaining('was deleted or moved while it was open') };
      expect(() => vault.saveSetting('theme', 'dark')).toThrow(expect.objectContaining(gone));
      vault.close();
      expect(readdirSync(vault.dir)).toEqual([]);
    },
  );

  test('everything removes set-aside copies too, and works after an interrupted wipe', async () => {
    const dir = folder();
    (await vaultWithStudies(dir)).close();
    await setVaultAside(dir);
    expect(isDataFolder(dir)).toBe(true);
    await eraseEverything(dir);
    expect([readdirSync(dir), isDataFolder(dir)]).toEqual([[], false]);
    (await vaultWithStudies(dir)).close();
    for (const name of readdirSync(dir)) if (/^(keys\.json|vault-.*\.db)$/.test(name)) rmSync(join(dir, name));
    expect(isDataFolder(dir)).toBe(true);
    await eraseEverything(dir);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('everything keeps the folder that a running window still needs', async () => {
    const dir = folder();
    (await vaultWithStudies(dir)).close();
    mkdirSync(join(dir, 'window'));
    expect(isDataFolder(dir)).toBe(true);
    await eraseEverything(dir, 'window runs');
    expect(readdirSync(dir).map((name) => basename(name))).toEqual(['window']);
    expect(isDataFolder(dir)).toBe(false);
  });
});

function vaultKey(dir: string): Buffer {
  const { keyStore: sealed } = JSON.parse(readFileSync(join(dir, 'keys.json'), 'utf8')) as { keyStore: { sealed: string } };
  return Buffer.from(sealed.sealed, 'base64').reverse();
}

/** All decrypted pages of a database, whether SQLite uses them or not. */
function plainPages(path: string, key: Buffer): Buffer {
  const copy = `${path}.plain`;
  cpSync(path, copy);
  const db = openDatabase(copy, key, 'write');
  db.pragma('journal_mode=DELETE');
  db.rekey(Buffer.alloc(0));
  db.close();
  const bytes = readFileSync(copy);
  rmSync(copy);
  return bytes;
}
