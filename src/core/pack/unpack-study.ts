import { rmSync } from 'node:fs';
import { unsealInto } from '../sealed/open-sealed.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';
import { changeKey } from '../store/database.ts';
import { sealOf } from '../store/seal.ts';
import { storeError } from '../store/store-error.ts';
import { openStudyForReading } from '../store/study-file.ts';
import type { OpenedPack } from './open-pack.ts';
import { sitePackKind } from './pack-kind.ts';

/**
 * Writes the study's file of a pack, under a key that only this computer has, and makes sure that it is what its seal says.
 * Errors: CORRUPT, VERSION, STORE, CANCELLED; then nothing of it is left. Gives the SHA-256 of the pack.
 */
export async function unpackStudy(
  pack: OpenedPack,
  target: { readonly path: string; readonly key: Buffer },
  control: SealedControl = {},
): Promise<{ readonly sha256: string }> {
  const { header } = pack;
  const packKey = Buffer.from(header.key, 'base64');
  try {
    await unsealInto(pack, target.path, 'Unpacking was cancelled. Nothing was taken in, and nothing was changed.', control);
    changeKey(target.path, packKey, target.key);
    checkSeal(pack, target);
    return { sha256: pack.sha256() };
  } catch (error: unknown) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(target.path + suffix, { force: true });
    throw storeError(error, `The copy of study ${header.study}`);
  } finally {
    packKey.fill(0);
  }
}

/** Every byte was authenticated; this tells a pack that was made wrong, and one whose tables are newer (VERSION). */
function checkSeal({ header }: OpenedPack, { path, key }: { readonly path: string; readonly key: Buffer }): void {
  const study = openStudyForReading(path, key, header.study, null);
  try {
    const { generation, digest } = sealOf(study);
    if (generation !== header.seal.generation || digest !== header.seal.digest) throw sitePackKind.damaged();
  } finally {
    study.close();
  }
}
