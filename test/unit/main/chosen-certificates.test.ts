import { expect, test } from 'vitest';
import { readClientCertificate } from '../../../src/core/client/client-certificate.ts';
import { createChosenCertificates } from '../../../src/main/vault-calls/chosen-certificates.ts';
import { storedClientCertificate, withClientCertificate } from '../../../src/core/vault/settings/client-certificate.ts';
import { readExtraPem, saveExtraPem } from '../../../src/core/vault/settings/extra-certificates.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { fixture } from '../../contract/secure-service.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const [root, other] = [fixture('root-cert'), fixture('localhost-cert')];
const folder = temporaryFolders();

/** A locked session, which a test opens by setting `state.open`. */
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

test('stores certificates that were chosen before there was a vault in the new vault', async () => {
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

test('uses the setting of an open vault, not what was chosen before', async () => {
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

test('presents a stored client certificate only to the hosts it was stored for, and a newly chosen one to the next connection', async () => {
  const { vault, chosen } = await connected(null);
  chosen.chooseOwn(own);
  expect(chosen.identity(elsewhere).clientCertificate).toEqual(own);
  withClientCertificate(vault, own, () => undefined);
  chosen.forgetChoice();
  expect([here, elsewhere].map((to) => chosen.identity(to).clientCertificate)).toEqual([own, null]);
  vault.close();
});

test('choosing or removing a client certificate changes nothing in the vault until the connection is stored', async () => {
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

test('forgets a chosen client certificate at a lock, but carries one chosen before there was a vault over to the first', async () => {
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
