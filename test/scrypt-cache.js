// Preloaded by the processes of a test run: a passphrase that one of them derived a key from is not derived by the others. The keys are the
// same ones; without the folder, or for what nobody derived yet, the real derivation runs. In JavaScript, as every start of the command line
// loads it.
import crypto, { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const folder = process.env.CARREL_TEST_KEYS;

/** Path of a cached key; it does not reveal the passphrase. */
function pathOf(passphrase, salt, length, options) {
  const hash = createHash('sha256');
  for (const part of [passphrase, salt]) hash.update(`${String(part.length)} `).update(part);
  return join(folder, hash.update(JSON.stringify([length, options])).digest('hex'));
}

function known(path) {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

if (folder !== undefined) {
  const { scrypt } = crypto;
  crypto.scrypt = (passphrase, salt, length, options, done) => {
    const path = pathOf(passphrase, salt, length, options);
    const key = known(path);
    if (key !== null) {
      setImmediate(done, null, key);
      return;
    }
    scrypt(passphrase, salt, length, options, (error, derived) => {
      if (error === null) {
        // Whole or not at all: another process may look for it meanwhile.
        const part = `${path}.${String(process.pid)}`;
        try {
          writeFileSync(part, derived, { mode: 0o600 });
          renameSync(part, path);
        } catch {
          // Another account, or a full disk: it is derived again.
        }
      }
      done(error, derived);
    });
  };
  syncBuiltinESMExports();
}
