import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../src/shared/errors.ts';
import { readKeyFile, writeKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { openWithPassphrase, sealUnderPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import { SCRYPT } from '../../../src/core/vault/keys/scrypt.ts';
import { passphrase } from '../../cli/carrel.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { flipInEachPage } from './damage.ts';
import { contentOf, expectRun, onCopy, run, vaultFileOf } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

/** Damage to the key file, and the expected message. */
const keyFiles: Readonly<Record<string, { readonly spoil: (path: string) => Promise<void>; readonly says: RegExp }>> = {
  missing: { spoil: async (path) => rmSync(path), says: /keys\.json is missing/ },
  empty: { spoil: async (path) => writeFileSync(path, ''), says: /keys\.json is damaged/ },
  'of another computer, under the same passphrase': {
    spoil: async (path) => writeFileSync(path, await keysOfAnotherFolder()),
    says: /belongs to another data folder/,
  },
  'an old backup under an earlier passphrase': {
    spoil: async (path) => underEarlierPassphrase(join(path, '..')),
    says: /passphrase does not open/,
  },
};

async function keysOfAnotherFolder(): Promise<Buffer> {
  return onCopy(join(import.meta.dirname, 'fixtures', 'version-1', 'data'), async (other) => readFileSync(join(other, 'keys.json')));
}

async function underEarlierPassphrase(dataDir: string): Promise<void> {
  const { passphrase: seal } = readKeyFile(dataDir);
  const key = seal === null ? null : await openWithPassphrase(seal, passphrase);
  assert.ok(key !== null);
  writeKeyFile(dataDir, {
    passphrase: { kdf: 'scrypt', ...SCRYPT, ...(await sealUnderPassphrase(key, 'an earlier one')) },
    keyStore: null,
  });
}

/** Expects 20 with the cause for every command; no mirrored byte changes, and nothing is created over it. */
async function refusesKeyFiles({ folder, study, form }: FaultBench): Promise<void> {
  for (const [what, { spoil, says }] of Object.entries(keyFiles)) {
    await onCopy(folder, async (dataDir) => {
      await spoil(join(dataDir, 'keys.json'));
      const before = contentOf(dataDir);
      const asked = form === 'long' ? [['status'], ['sync', study, '--anew'], ['verify']] : [['status']];
      for (const args of asked) await expectRun(dataDir, args, 20, says);
      await assert.rejects(createVault(dataDir, { passphrase, keyStore: null }), AppError, `${what}: a new key was made`);
      rmSync(join(dataDir, 'tries.json'), { force: true });
      assert.deepEqual(contentOf(dataDir), before, `${what}: something was written or deleted`);
    });
  }
}

/** Expects that no changed byte of the key file opens anything else or is taken for a wrong passphrase. */
async function refusesEachByte({ folder }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const path = join(dataDir, 'keys.json');
    const whole = readFileSync(path);
    const good = JSON.stringify(readKeyFile(dataDir));
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(path, bytes);
      try {
        // White space may differ.
        assert.equal(JSON.stringify(readKeyFile(dataDir)), good, `byte ${at}`);
      } catch (error: unknown) {
        if (!(error instanceof AppError)) throw error;
        assert.ok(error.code === 'LOCKED' || error.code === 'VERSION', `byte ${at}: ${error.message}`);
        assert.match(error.message, /keys\.json/);
      }
    }
  });
}

/** Ten wrong passphrases in ten processes, each as soon as one is accepted; the delay persists, then the right one opens the vault. */
async function delaysWrongOnes({ folder, form }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const path = join(dataDir, 'tries.json');
    const delays = [0, 0, 5, 10, 20, 40, 80, 160, 320, 640];
    for (const [tries, delay] of delays.slice(0, form === 'long' ? 10 : 4).entries()) {
      const { code, stderr } = await run(dataDir, ['status'], { CARREL_PASSPHRASE: 'a wrong one' });
      assert.deepEqual([code, /Wait (\d+) seconds/.exec(stderr)?.[1] ?? '0'], [20, String(delay)], `try ${tries + 1}: ${stderr}`);
      if (delay > 0) await expectRun(dataDir, ['status'], 20, /Too many wrong passphrases/);
      letPass(path, delay);
    }
    await expectRun(dataDir, ['status'], 0);
    assert.ok(!readdirSync(dataDir).includes('tries.json'), 'the tries were not forgotten');
  });
}

/** Acts as if this many seconds had passed since the last try. */
function letPass(path: string, seconds: number): void {
  const tries = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...tries, last: tries.last - seconds * 1000 }));
}

/** Expects that the right passphrase on a damaged vault is not called wrong, and a wrong one on it is not called damage. */
async function tellsDamageFromWrong({ folder }: FaultBench): Promise<void> {
  await onCopy(folder, async (dataDir) => {
    const vault = vaultFileOf(dataDir);
    const [damage] = flipInEachPage(readFileSync(vault));
    writeFileSync(vault, damage?.bytes ?? '');
    await expectRun(dataDir, ['status'], 21, /the passphrase is correct/);
    const wrong = await run(dataDir, ['status'], { CARREL_PASSPHRASE: 'a wrong one' });
    assert.deepEqual([wrong.code, /does not open this vault/.test(wrong.stderr)], [20, true]);
    await onCopy(folder, async (whole) => cpSync(vaultFileOf(whole), vault));
    (await openVault(dataDir, { passphrase })).close();
  });
}

export const keyCases: readonly FaultCase[] = [
  {
    id: 'F59',
    title:
      'a key file that is missing, empty, from another computer or an old backup gives 20 and the cause; no key is created, nothing deleted',
    process: true,
    run: refusesKeyFiles,
  },
  {
    id: 'F59',
    title: 'a bit flipped in any byte of the key file is reported as a fault of that file, never as a wrong passphrase',
    process: true,
    run: refusesEachByte,
  },
  {
    id: 'F60',
    title: 'after wrong passphrases in separate processes, the delay grows and persists, and then the right one opens the vault',
    process: true,
    run: delaysWrongOnes,
  },
  {
    id: 'F60',
    title: 'on a damaged vault, the right passphrase exits with 21 and a wrong one with 20',
    process: true,
    run: tellsDamageFromWrong,
  },
];
