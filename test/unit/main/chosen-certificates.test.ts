import { expect, test } from 'vitest';
import { readClientCertificate } from '../../../src/core/client/client-certificate.ts';
import { createChosenCertificates } from '../../../src/main/vault-calls/chosen-certificates.ts';
import { storedClientCertificate, withClientCertificate } from '../../../src/core/vault/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../../../src/core/vault/extra-certificates.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { fixture } from '../../contract/secure-service.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const [root, other] = [fixture('root-cert'), fixture('localhost-cert')];
const folder = temporaryFolders();

/** A session as the certificates see it, which a test opens. */
async function locked() {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const state: { open: Vault | null } = { open: null };
  const chosen = createChosenCertificates({
    get isOpen() {
      return state.open !== null;
    },
    vault: () => vault,
  });
  return { vault, state, chosen };
}

test('what was chosen before there was a vault is kept in the one that is made', async () => {
  const { vault, state, chosen } = await locked();
  chosen.choose(root);
  expect([chosen.pem(), readExtraPem(vault)]).toEqual([root, null]);
  state.open = vault;
  chosen.settle();
  expect([chosen.pem(), readExtraPem(vault)]).toEqual([root, root]);
  chosen.choose(null);
  chosen.settle();
  expect([chosen.pem(), readExtraPem(vault)]).toEqual([null, null]);
  vault.close();
});

test('while a vault is open its own setting is shown and tested with, not what was chosen before', async () => {
  const { vault, state, chosen } = await locked();
  saveExtraPem(vault, other);
  chosen.choose(root);
  state.open = vault;
  expect(chosen.pem()).toBe(other);
  vault.close();
});

const own = readClientCertificate(fixture('client-cert'), fixture('client-key'), null);
const here = { baseUrl: 'https://s.example', partnerId: 'P', clientId: 'c', tokenStyle: 'body', demo: false } as const;
const elsewhere = { ...here, baseUrl: 'https://t.example' };

/** An open vault that is connected, with a client certificate or without one. */
async function connected(kept: typeof own | null) {
  const opened = await locked();
  opened.state.open = opened.vault;
  withClientCertificate(opened.vault, kept, () => opened.vault.saveConnection(here, 's'));
  return opened;
}

test('a client certificate that is kept goes to the hosts that it was given for, one chosen since then to the next connection', async () => {
  const { vault, chosen } = await connected(null);
  chosen.chooseOwn(own);
  expect(chosen.identity(elsewhere).clientCertificate).toEqual(own);
  withClientCertificate(vault, own, () => undefined);
  chosen.forgetChoice();
  expect([here, elsewhere].map((to) => chosen.identity(to).clientCertificate)).toEqual([own, null]);
  vault.close();
});

test('a client certificate that is chosen, or taken away, changes nothing that is kept until the connection is stored', async () => {
  for (const [kept, choice] of [
    [null, own],
    [own, null],
  ]) {
    const { vault, chosen } = await connected(kept ?? null);
    const before = vault.audit.head();
    chosen.chooseOwn(choice ?? null);
    expect(chosen.own()).toEqual({ certificate: choice, isKept: false });
    expect([storedClientCertificate(vault), vault.audit.head()]).toEqual([kept, before]);
    chosen.forgetChoice();
    expect(chosen.own()).toEqual({ certificate: kept, isKept: true });
    expect(chosen.identity(here).clientCertificate).toEqual(kept);
    vault.close();
  }
});

test('a choice of a client certificate does not outlive the lock, but one made before there was a vault goes on to the first', async () => {
  const { vault, state, chosen } = await connected(null);
  chosen.chooseOwn(own);
  state.open = null;
  expect(chosen.own().certificate).toBeNull();
  state.open = vault;
  expect(chosen.own()).toEqual({ certificate: null, isKept: true });
  vault.close();

  const first = await locked();
  first.chosen.chooseOwn(own);
  first.state.open = first.vault;
  first.chosen.settle();
  expect(storedClientCertificate(first.vault)).toBeNull();
  expect(first.chosen.identity(here).clientCertificate).toEqual(own);
  first.vault.close();
});
