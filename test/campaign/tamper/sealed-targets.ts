import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { backUpVault } from '../../../src/core/backup/back-up-vault.ts';
import { openBackup } from '../../../src/core/backup/open-backup.ts';
import { openPack } from '../../../src/core/pack/open-pack.ts';
import { packStudy } from '../../../src/core/pack/pack-study.ts';
import { unpackStudy } from '../../../src/core/pack/unpack-study.ts';
import { withStudy } from '../../../src/core/vault/studies/open-study.ts';
import { freshFile } from '../../../src/core/vault/studies/studies.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { isReported } from './is-reported.ts';
import { plainTarget, type Target } from './targets.ts';

const passphrase = 'four words no one says';

/** A site pack of a study and a backup of the vault, in a folder. Every byte of them has a meaning. */
export async function sealedTargets(vault: Vault, study: string, folder: string): Promise<readonly Target[]> {
  const [pack, backup, place] = [join(folder, 'study.carrelpack'), join(folder, 'work.carrelbackup'), join(folder, 'unsealed')];
  mkdirSync(place, { recursive: true });
  const asked = { replace: false, madeBy: 'campaign', now: new Date('2026-03-01T08:00:00Z') };
  await withStudy(vault, study, async (opened) => {
    const entry = vault.study(study);
    if (opened === null || entry === null) throw new Error('The study is not mirrored.');
    await packStudy({ ...entry, opened }, { ...asked, path: pack, passphrase, expires: '2026-04-01' });
  });
  await backUpVault(vault, { ...asked, path: backup, under: passphrase, study: null, afterSync: false });
  const sealed = (part: Target['part'], path: string, open: () => Promise<void>): Target => {
    const isHarmless = async (): Promise<boolean> => {
      const refused = await isReported(open);
      const left = readdirSync(place);
      if (refused && left.length > 0) throw new Error(`a refused ${part} left ${left.join(', ')}`);
      return refused;
    };
    return plainTarget({ part, path, isHarmless });
  };
  return [
    sealed('site pack', pack, async () => {
      const opened = await openPack(pack, passphrase);
      try {
        await unpackStudy(opened, { path: join(place, 'study.db'), key: freshFile().key }, null);
      } finally {
        opened.close();
      }
    }),
    sealed('backup', backup, async () => {
      (await openBackup(backup, passphrase, place)).close();
    }),
  ];
}
