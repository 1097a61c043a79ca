import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Invocation } from '../../../src/cli/command.ts';
import { verifyOne } from '../../../src/cli/commands/verify-file.ts';
import { createOutput } from '../../../src/cli/output.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const folder = temporaryFolders();

test('reports a broken audit trail as a finding, even if the file is unchanged', async () => {
  const dataDir = folder();
  const vault = await createVault(dataDir, { passphrase: null, keyStore });
  const path = join(folder(), 'trail.csv');
  writeFileSync(path, 'bytes');
  const sha256 = '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9';
  vault.audit.append({ kind: 'trail-exported', format: 'csv', entries: 1, sha256 });
  const stdout = new PassThrough();
  const invocation: Invocation = {
    given: { text: () => null, texts: () => [], flag: () => false },
    positionals: [path],
    dataDir,
    secrets: {
      ...{ passphrase: null, clientSecret: null, packPassphrase: null, backupPassphrase: null, exportPassphrase: null },
      ...{ clientKeyPassphrase: null, proxyUser: null, proxyPassword: null },
    },
    env: {},
    out: createOutput(false, { stdout, stderr: new PassThrough() }),
    signal: new AbortController().signal,
  };
  expect(await verifyOne(vault, invocation)).toMatchObject({ code: 'OK', fields: { findings: [], file: { verdict: 'unchanged' } } });
  const broken = { ...vault, audit: { ...vault.audit, findBreak: () => 'Entry 2 of the audit trail does not follow.' } };
  expect(await verifyOne(broken, invocation)).toMatchObject({
    code: 'CORRUPT',
    message: 'Entry 2 of the audit trail does not follow.',
    fields: { findings: [{ part: 'audit', code: 'CORRUPT' }], file: { verdict: 'unchanged', what: 'audit-trail' } },
  });
  expect(String(stdout.read())).toContain(
    'Entry 2 of the audit trail does not follow. Its statements about this file therefore carry less weight.',
  );
  vault.close();
});
