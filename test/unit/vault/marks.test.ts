import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createStudyFile } from '../../../src/core/store/study-file/study-file.ts';
import { withWritableStudy } from '../../../src/core/sync/write-study.ts';
import { findUnmarked } from '../../../src/core/vault/studies/diagnose-study.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { syncHostOver } from '../../../src/core/vault/studies/sync-host.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const study = '22-001';

describe('the mark of a closed study file', () => {
  const folder = temporaryFolders();

  /** Adds a note to the study as its only writer. */
  async function write(vault: Vault, name: string): Promise<void> {
    const host = syncHostOver(vault, 'refuse', () => ({}));
    await withWritableStudy(host, study, true, ({ db }) => {
      expect(vault.study(study)?.mark).toBeNull();
      db.prepare("INSERT INTO annotation (kind, name, value, at) VALUES ('note', ?, ?, '2026-11-20')").run(name, 'x'.repeat(5000));
    });
  }

  async function writtenStudy(): Promise<{ readonly vault: Vault; readonly path: string; readonly earlier: Buffer; readonly now: Buffer }> {
    const vault = await createVault(folder(), { passphrase: null, keyStore });
    vault.saveConnection({ baseUrl: 'http://127.0.0.1:1', partnerId: 'p', clientId: 'c', tokenStyle: 'body', demo: false }, 's');
    const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
    createStudyFile(path, key, study);
    vault.saveSeal(study, makeSeal(study, 0, []), 'complete');
    await write(vault, 'first');
    const earlier = readFileSync(path);
    await write(vault, 'second');
    return { vault, path, earlier, now: readFileSync(path) };
  }

  const problem = async (vault: Vault): Promise<readonly unknown[]> => [...(await findUnmarked(vault)).values()].map(({ code }) => code);
  const open = (vault: Vault): void => openBesideSync(vault, study)?.close();

  test('is set after each write, and the file opens', async () => {
    const { vault } = await writtenStudy();
    expect(vault.study(study)?.mark).not.toBeNull();
    expect(() => open(vault)).not.toThrow();
    expect(await problem(vault)).toEqual([]);
    vault.close();
  });

  test('detects any page of an earlier copy at the next opening', async () => {
    const { vault, path, earlier, now } = await writtenStudy();
    let replayed = 0;
    for (let at = 0; at < Math.min(earlier.length, now.length); at += 4096) {
      const page = earlier.subarray(at, at + 4096);
      if (page.equals(now.subarray(at, at + 4096))) continue;
      const bytes = Buffer.from(now);
      page.copy(bytes, at);
      writeFileSync(path, bytes);
      expect(() => open(vault), `page at ${at}`).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
      replayed += 1;
    }
    expect(replayed).toBeGreaterThan(0);
    writeFileSync(path, earlier);
    expect(() => open(vault)).toThrow(/parts of its file were replaced by an earlier copy/);
    expect(await problem(vault)).toEqual(['CORRUPT']);
    await expect(write(vault, 'third')).rejects.toMatchObject({ code: 'CORRUPT' });
    vault.close();
  });

  test('detects a row that was changed with the key', async () => {
    const { vault, path } = await writtenStudy();
    const db = openDatabase(path, vault.study(study)?.key ?? Buffer.alloc(32), 'write');
    db.exec("UPDATE annotation SET value = 'y' WHERE name = 'first'");
    db.close();
    expect(() => open(vault)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    vault.close();
  });

  test('does not reject a file whose writer was interrupted', async () => {
    const { vault, path, earlier } = await writtenStudy();
    vault.saveMark(study, null);
    copyFileSync(path, `${path}.kept`);
    writeFileSync(path, earlier);
    expect(() => open(vault)).not.toThrow();
    rmSync(`${path}.kept`);
    vault.close();
  });

  test('is removed when the study is wiped', async () => {
    const { vault, path } = await writtenStudy();
    const name = `mark.${path.split(/[\\/]/).at(-1) ?? ''}`;
    expect(vault.setting(name)).not.toBeNull();
    vault.wipeStudy(study);
    expect(vault.setting(name)).toBeNull();
    vault.close();
  });
});
