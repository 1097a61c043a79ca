import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { readTries } from '../../../src/core/vault/keys/tries.ts';
import { temporaryFolders } from '../../unit/vault/folder.ts';

// Deriving many keys from passphrases takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const folder = temporaryFolders();
const openVault = join(repositoryFolder, 'src/core/vault/open-vault.ts');

/** What a separate process reports when it tries a passphrase. */
function tryInProcess(script: string, dir: string, passphrase: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, dir, passphrase], { stdio: ['ignore', 'pipe', 'inherit'] });
    let says = '';
    child.stdout.on('data', (part: Buffer) => {
      says += part.toString();
    });
    child.once('close', () => resolve(says));
  });
}

test('five processes trying at once share the three free tries of one', async () => {
  const dir = join(folder(), 'data');
  (await createVault(dir, { passphrase: 'the right one, of course', keyStore: null })).close();
  const script = join(folder(), 'try.ts');
  writeFileSync(
    script,
    `const { openVault } = await import(${JSON.stringify(openVault)});
     const [, , dir, passphrase] = process.argv;
     await openVault(dir, { passphrase }).then(
       (vault) => { vault.close(); console.log('opened'); },
       (error) => console.log(error.message),
     );`,
  );
  const reported = await Promise.all(Array.from({ length: 5 }, (_, index) => tryInProcess(script, dir, `wrong ${index}`)));
  expect(reported.filter((says) => says.startsWith('The passphrase does not open')).length).toBe(3);
  expect(reported.filter((says) => says.startsWith('Too many wrong passphrases')).length).toBe(2);
  expect(readTries(dir).failures).toBe(3);
});

test('concurrent processes with the right passphrase all open the vault', async () => {
  const dir = join(folder(), 'data');
  (await createVault(dir, { passphrase: 'the right one, of course', keyStore: null })).close();
  const script = join(folder(), 'try.ts');
  writeFileSync(
    script,
    `const { openVault } = await import(${JSON.stringify(openVault)});
     const [, , dir, passphrase] = process.argv;
     (await openVault(dir, { passphrase })).close();
     console.log('opened');`,
  );
  const reported = await Promise.all(Array.from({ length: 3 }, () => tryInProcess(script, dir, 'the right one, of course')));
  expect(reported.map((says) => says.trim())).toEqual(['opened', 'opened', 'opened']);
});
