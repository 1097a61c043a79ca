import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, expect, test, vi } from 'vitest';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { readExtraPem } from '../../../src/core/vault/settings/extra-certificates.ts';
import { certificateCalls } from '../../../src/main/vault-calls/certificate-calls.ts';
import { clientCertificateCalls } from '../../../src/main/vault-calls/client-certificate-calls.ts';
import { createChosenCertificates } from '../../../src/main/vault-calls/chosen-certificates.ts';
import { fixture, fixturePath } from '../../contract/secure-service.ts';
import { temporaryFolders } from '../vault/folder.ts';

const system = vi.hoisted(() => ({ asked: 0, answer: '', locks: (): void => undefined }));
vi.mock('electron', () => ({
  dialog: {
    showOpenDialog: async () => {
      system.asked += 1;
      system.locks();
      return { canceled: false, filePaths: [system.answer] };
    },
  },
}));

const folder = temporaryFolders();

/** An open vault with a passphrase. */
async function opened() {
  const vault = await createVault(folder(), { passphrase: 'four quiet desks', keyStore: null });
  onTestFinished(() => {
    vault.close();
  });
  const session = { isOpen: true, vault: () => vault };
  return { vault, session };
}

test('a trusted certificate is added to an open vault only with its passphrase', async () => {
  const { vault, session } = await opened();
  const calls = certificateCalls(session, createChosenCertificates(session), () => null);
  [system.asked, system.answer] = [0, fixturePath('root-cert')];
  for (const passphrase of [null, 'another'])
    await expect(calls['certificates.choose']({ passphrase })).rejects.toMatchObject({ code: 'LOCKED' });
  expect([system.asked, readExtraPem(vault)]).toEqual([0, null]);
  expect(await calls['certificates.choose']({ passphrase: 'four quiet desks' })).toHaveLength(1);
  expect([system.asked, readExtraPem(vault)]).toEqual([1, fixture('root-cert')]);
});

test('one that was chosen while the window locked is not taken over', async () => {
  const { vault, session } = await opened();
  const chosen = createChosenCertificates(session);
  const choosing = certificateCalls(session, chosen, () => null)['certificates.choose']({ passphrase: 'four quiet desks' });
  system.locks = () => {
    session.isOpen = false;
  };
  await expect(choosing).rejects.toMatchObject({ code: 'LOCKED' });
  expect([chosen.pem(), readExtraPem(vault)]).toEqual([null, null]);
});

test('a client certificate that was chosen while the window locked is not kept in memory', async () => {
  const { session } = await opened();
  const chosen = createChosenCertificates(session);
  const { 'clientCertificate.choose': choose } = clientCertificateCalls(session, chosen, () => null);
  system.answer = join(folder(), 'both.pem');
  writeFileSync(system.answer, `${fixture('client-cert')}${fixture('client-key')}`);
  system.locks = () => {
    session.isOpen = false;
  };
  await expect(choose(undefined)).rejects.toMatchObject({ code: 'LOCKED', message: expect.stringContaining('unchanged') });
  expect(chosen.own()).toEqual({ certificate: null, isKept: true });
  system.locks = () => undefined;
  session.isOpen = true;
  expect(await choose(undefined)).toMatchObject({ certificate: { subject: expect.any(String) }, isKept: false });
});

test('one chosen before there is a vault, as in the first run, needs none', async () => {
  const session = {
    isOpen: false,
    vault: () => {
      throw new Error('There is no vault.');
    },
  };
  const calls = certificateCalls(session, createChosenCertificates(session), () => null);
  system.locks = () => undefined;
  system.answer = fixturePath('root-cert');
  expect(await calls['certificates.choose']({ passphrase: null })).toHaveLength(1);
});
