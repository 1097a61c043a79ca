import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { createVault } from '../../../src/core/vault/open-vault.ts';
import { assertMirrored, syncHostOver, type UnknownStudies } from '../../../src/core/vault/studies/sync-host.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { temporaryFolders } from './folder.ts';
import { turningKeyStore as keyStore } from './key-store.ts';

const folder = temporaryFolders();
const study = '22-001';

async function vaultConnectedTo(service: 'a service' | 'the demo' | 'nothing'): Promise<Vault> {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const demo = service === 'the demo';
  if (service !== 'nothing')
    vault.saveConnection({ baseUrl: 'http://127.0.0.1:1', partnerId: 'p', clientId: 'c', tokenStyle: 'body', demo }, 'secret');
  return vault;
}

const fileOf = async (vault: Vault, unknown: UnknownStudies = 'refuse') => syncHostOver(vault, unknown, () => ({})).studyFile(study);

describe('an unknown study', () => {
  test('is added provisionally, as data of what is connected', async () => {
    const [real, demo] = [await vaultConnectedTo('a service'), await vaultConnectedTo('the demo')];
    for (const vault of [real, demo]) await fileOf(vault, 'add');
    expect([real, demo].map((vault) => vault.study(study))).toMatchObject([
      { demo: false, provisional: true },
      { demo: true, provisional: true },
    ]);
    for (const vault of [real, demo]) vault.close();
  });

  test('is refused where it must have been added', async () => {
    const vault = await vaultConnectedTo('a service');
    await expect(fileOf(vault)).rejects.toMatchObject({
      code: 'USAGE',
      message: 'Study 22-001 has not been added to this data folder. Add it first.',
    });
    expect(vault.study(study)).toBeNull();
    vault.close();
  });

  test('needs a connection', async () => {
    const vault = await vaultConnectedTo('nothing');
    await expect(fileOf(vault, 'add')).rejects.toMatchObject({
      code: 'USAGE',
      message: 'No service is connected yet. Connect first, then sync.',
    });
    vault.close();
  });
});

describe('a study that is known', () => {
  test.each([
    ['of the demo', true, 'a service', 'the demo service, but a real one is'],
    ['of a service', false, 'the demo', 'a real service, but the demo is'],
  ] as const)('%s is not mixed with data of another kind', async (_what, demo, service, says) => {
    const vault = await vaultConnectedTo(service);
    vault.addStudy(study, { demo, provisional: false });
    await expect(fileOf(vault)).rejects.toMatchObject({
      code: 'USAGE',
      message: `Study 22-001 was mirrored from ${says} connected now. Nothing was changed. Wipe the study first, or use another data folder.`,
    });
    vault.close();
  });

  test.each(['nothing', 'a service'] as const)('is written with %s connected', async (service) => {
    const vault = await vaultConnectedTo(service);
    const { path, key } = vault.addStudy(study, { demo: false, provisional: false });
    expect(await fileOf(vault)).toMatchObject({ path, key, seal: { current: null, pending: null } });
    vault.close();
  });

  test('is not written after its file was set aside, lost or changed', async () => {
    const vault = await vaultConnectedTo('a service');
    const { path } = vault.addStudy(study, { demo: false, provisional: false });
    vault.saveSeal(study, makeSeal(study, 1, []), 'complete');
    await expect(fileOf(vault)).rejects.toThrow('its file is missing from the data folder');
    writeFileSync(path, 'x');
    vault.recordSetAside(study, 'aside.db');
    await expect(fileOf(vault)).rejects.toThrow('its file was damaged and was set aside as aside.db');
    vault.close();
  });
});

test('what needs a mirrored study says so', async () => {
  const vault = await vaultConnectedTo('a service');
  vault.addStudy(study, { demo: false, provisional: false });
  const host = { studyFile: async () => fileOf(vault) };
  await expect(assertMirrored(host, study, 'there is nothing to pack')).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Study 22-001 has not been mirrored yet, so there is nothing to pack. Sync it first.',
  });
  const mirrored = { studyFile: async () => ({ ...(await fileOf(vault)), seal: { current: makeSeal(study, 1, []), pending: null } }) };
  await expect(assertMirrored(mirrored, study, 'there is nothing to pack')).resolves.toBeUndefined();
  vault.close();
});

test('what a sync records is in the audit trail', async () => {
  const vault = await vaultConnectedTo('a service');
  const host = syncHostOver(vault, 'refuse', () => ({}));
  await host.audit({ kind: 'study-opened', study });
  expect(vault.audit.entries().at(-1)?.event).toEqual({ kind: 'study-opened', study });
  vault.close();
});

test('a sync gets the connection, its secret and the route to it', async () => {
  const vault = await vaultConnectedTo('a service');
  const host = syncHostOver(vault, 'refuse', ({ clientId }) => ({ proxy: null, clientId }) as never);
  expect(await host.credentials()).toMatchObject({ connection: { clientId: 'c' }, secret: 'secret', route: { clientId: 'c' } });
  vault.close();
});
