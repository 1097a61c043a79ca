import { describe, expect, test } from 'vitest';
import { readKeyFile, writeKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { asksBeforeExport, confirmBeforeExport, readSecurity, saveSecurity } from '../../../src/core/vault/settings/security.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { defaultSecurity } from '../../../src/shared/security.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const passphrase = 'four quiet desks by the window';
const strict = { lockAfterMinutes: 5, lockWithComputer: true, askBeforeExport: true, hideFromCapture: true };

describe('the stored security settings', () => {
  const stored = (text: string | null) => readSecurity({ setting: () => text });

  test('are read as they were stored', () => {
    expect(stored(JSON.stringify(strict))).toEqual(strict);
  });

  test.each([
    ['nothing', null],
    ['nothing known', '{"later":1}'],
    ['something else', '"strict"'],
    ['null', 'null'],
  ])('are the defaults if there is %s', (_what, text) => {
    expect(stored(text)).toEqual(defaultSecurity);
  });

  test('keep what another version left readable', () => {
    const left = { lockAfterMinutes: 600, lockWithComputer: 'yes', askBeforeExport: true, hideFromCapture: true };
    expect(stored(JSON.stringify(left))).toEqual({ ...defaultSecurity, askBeforeExport: true, hideFromCapture: true });
  });
});

describe('a weaker setting', () => {
  const folder = temporaryFolders();
  const code = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'OK',
      (error: unknown) => (error as { readonly code: string }).code,
    );
  async function open(phrase: string | null): Promise<Vault> {
    const vault = await createVault(folder(), { passphrase: phrase, keyStore: phrase === null ? keyStore : null });
    await saveSecurity(vault, strict, null);
    return vault;
  }

  test('requires the passphrase, and so do records that leave', async () => {
    const vault = await open(passphrase);
    expect(await code(saveSecurity(vault, defaultSecurity, null))).toBe('LOCKED');
    expect(readSecurity(vault)).toEqual(strict);
    expect(asksBeforeExport(vault)).toBe(true);
    expect(await Promise.all([null, passphrase].map((given) => code(confirmBeforeExport(vault, given))))).toEqual(['LOCKED', 'OK']);
    expect(await code(saveSecurity(vault, defaultSecurity, passphrase))).toBe('OK');
    expect(readSecurity(vault)).toEqual(defaultSecurity);
    expect(await code(confirmBeforeExport(vault, null))).toBe('OK');
    expect(vault.audit.entries().at(-1)?.event).toEqual({ kind: 'security-changed', before: strict, after: defaultSecurity });
    vault.close();
  });

  test('requires the passphrase also after somebody took it out of keys.json', async () => {
    const vault = await open(passphrase);
    writeKeyFile(vault.dir, { passphrase: null, keyStore: null });
    expect(asksBeforeExport(vault)).toBe(true);
    for (const given of [null, passphrase]) expect(await code(confirmBeforeExport(vault, given))).toBe('LOCKED');
    expect(await code(saveSecurity(vault, defaultSecurity, null))).toBe('LOCKED');
    vault.audit.append({ kind: 'protection-changed', passphrase: 'removed', keyStore: 'always' });
    expect(asksBeforeExport(vault)).toBe(false);
    vault.close();
  });

  test('requires this passphrase also after somebody replaced keys.json by that of another vault', async () => {
    const vault = await open(passphrase);
    const others = 'three loud chairs on the stairs';
    const other = await open(others);
    writeKeyFile(vault.dir, readKeyFile(other.dir));
    for (const given of [others, passphrase]) expect(await code(confirmBeforeExport(vault, given))).toBe('LOCKED');
    expect(await code(saveSecurity(vault, defaultSecurity, others))).toBe('LOCKED');
    expect(readSecurity(vault)).toEqual(strict);
    other.close();
    vault.close();
  });

  test('requires nothing where there is no passphrase', async () => {
    const vault = await open(null);
    expect(asksBeforeExport(vault)).toBe(false);
    expect(await code(confirmBeforeExport(vault, null))).toBe('OK');
    expect(await code(saveSecurity(vault, defaultSecurity, null))).toBe('OK');
    vault.close();
  });
});
