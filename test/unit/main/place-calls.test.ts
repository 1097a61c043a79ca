import { expect, test, vi } from 'vitest';
import { createVault, openVault } from '../../../src/core/vault/open-vault.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { forgetLastPlace, placeCalls } from '../../../src/main/vault-calls/place-calls.ts';
import type { Session } from '../../../src/main/engines/session.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { bytesBelow } from '../../cli/carrel.ts';
import { temporaryFolders } from '../vault/folder.ts';
import { turningKeyStore as keyStore } from '../vault/key-store.ts';

const folder = temporaryFolders();
const study = 'S-CANARY-4711';

test('keeps the last place and the views encrypted in the vault, and restores the place after a lock', async () => {
  const dir = folder();
  let vault: Vault | null = await createVault(dir, { passphrase: null, keyStore });
  const session = {
    vault: () => {
      if (vault === null) throw new AppError('LOCKED', 'Carrel is locked.');
      return vault;
    },
  } as Session;
  const calls = placeCalls(session);
  expect(await calls['places.last'](undefined)).toBeNull();
  await calls['places.keep']({ study, section: 'labs' });
  expect(await calls['places.last'](undefined), 'of a study that is not here').toBeNull();
  vault.addStudy(study, { demo: true, provisional: false });
  await calls['places.keep']({ study, section: 'labs' });
  vault.close();
  vault = null;
  await expect(async () => calls['places.last'](undefined)).rejects.toMatchObject({ code: 'LOCKED' });
  expect(bytesBelow(dir)).not.toContain(study);
  const again = await openVault(dir, { keyStore });
  vault = again;
  expect(await calls['places.last'](undefined)).toEqual({ study, section: 'labs' });
  await calls['places.keep'](null);
  expect(await calls['places.last'](undefined)).toBeNull();
  again.saveSetting('place', '{"x": 7}');
  expect(await calls['places.last'](undefined)).toBeNull();
  const view = {
    grids: { labs: { where: [], search: 'CANARY-TEXT', sort: [], byVisit: { shown: false, tests: null, sort: [] }, topRow: 7 } },
    charts: {},
    subjectFilter: { subjects: ['CANARY-0012'], says: 'from a list' },
    droppedSubjects: 0,
    noteDrafts: { 'labs r7': 'CANARY-NOTE' },
  };
  const absent = 'S-CANARY-4712';
  await calls['views.keep']({ study: absent, view });
  expect(again.setting(`view ${absent}`)).toBeNull();
  await calls['views.keep']({ study, view });
  expect(await calls['views.kept'](undefined)).toEqual([{ study, view }]);
  expect(bytesBelow(dir)).not.toContain('CANARY');
  again.saveSetting(`view ${study}`, '{"x": 7}');
  expect(await calls['views.kept'](undefined)).toEqual([{ study, view: null }]);
  await calls['views.keep']({ study, view });
  again.addStudy('23-014', { demo: true, provisional: false });
  await calls['places.keep']({ study, section: 'subject', subject: '0012' });
  again.wipeStudy('23-014');
  expect(await calls['places.last'](undefined)).toMatchObject({ study });
  again.wipeStudy(study);
  expect([`view ${study}`, 'place'].map((name) => again.setting(name))).toEqual([null, null]);
  again.close();
});

test('forgets the last place when the page hung there, but not while locked', async () => {
  const vault = await createVault(folder(), { passphrase: null, keyStore });
  const session = { isOpen: true, vault: () => vault };
  const calls = placeCalls(session as Session);
  vault.addStudy(study, { demo: true, provisional: false });
  await calls['places.keep']({ study, section: 'labs' });
  const failing = vi.fn<() => never>(() => {
    throw new AppError('STORE', 'No space is left.');
  });
  forgetLastPlace({ isOpen: false, vault: failing });
  forgetLastPlace({ isOpen: true, vault: () => ({ ...vault, readOnly: true, saveSetting: failing }) });
  expect(failing).not.toHaveBeenCalled();
  forgetLastPlace({ isOpen: true, vault: () => ({ ...vault, saveSetting: failing }) });
  expect(failing).toHaveBeenCalledOnce();
  expect(await calls['places.last'](undefined)).toMatchObject({ study });
  forgetLastPlace(session);
  expect(await calls['places.last'](undefined)).toBeNull();
  vault.close();
});
