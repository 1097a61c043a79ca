import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import { removeDatabase } from '../store/database/database.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { storeError } from '../store/database/store-error.ts';
import type { StudyFileAccess, WritableStudy } from '../store/database/study.ts';
import { openStudyForWriting } from '../store/study-file/study-file.ts';
import { unsealInto } from '../sealed/open-sealed.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';
import { carryOver, type CarriedOver } from './carry-over.ts';
import { isSound } from './check-contents.ts';
import { damagedIfStrange, importStudy } from './import-study.ts';
import type { OpenedPack } from './open-pack.ts';
import type { PackHeader } from './pack-header.ts';
import { sitePackKind } from './pack-kind.ts';
import { packedPath } from './pack-study.ts';

/**
 * Makes the study's file anew from that of a pack, under a key that only this computer has, checks it, and adds what people added to the
 * copy that it replaces (`earlier`). Returns the SHA-256 of the pack. Throws CORRUPT, VERSION, STORE, CANCELLED; nothing of it remains then.
 */
export async function unpackStudy(
  pack: OpenedPack,
  target: StudyFileAccess,
  earlier: StudyFileAccess | null,
  control: SealedControl = {},
): Promise<CarriedOver & { readonly sha256: string }> {
  const { header } = pack;
  const packed = { path: packedPath(target.path), key: Buffer.from(header.key, 'base64') };
  try {
    await unsealInto(pack, packed.path, cancelled, control);
    importStudy(packed, target, header.study);
    removeDatabase(packed.path);
    await hearCancel(control);
    checkImported(target, header);
    await hearCancel(control);
    const carried = earlier === null ? { carried: 0, leftOut: 0 } : carryOver(earlier, target, header.study);
    return { sha256: pack.sha256(), ...carried };
  } catch (error: unknown) {
    removeDatabase(target.path);
    throw storeError(error, `The copy of study ${header.study}`);
  } finally {
    removeDatabase(packed.path);
    packed.key.fill(0);
  }
}

/** Opens the new file, which reads the records from the pages. Throws CORRUPT, STORE. */
function checkImported({ path, key }: StudyFileAccess, header: PackHeader): void {
  try {
    const study = openStudyForWriting(path, key, header.study, null);
    try {
      dropShownAbsent(study);
      if (!isSound(study, header)) throw sitePackKind.damaged();
    } finally {
      study.close();
    }
  } catch (error: unknown) {
    throw damagedIfStrange(error);
  }
}

const cancelled = 'Unpacking was cancelled. Nothing was imported or changed.';

/** Lets a cancellation arrive between two steps. */
async function hearCancel({ signal }: SealedControl): Promise<void> {
  await setImmediate();
  if (signal?.aborted === true) throw new AppError('CANCELLED', cancelled);
}

/** No record is both shown and absent: a backup could not hold both, and a sync would take the shown one for a record that is back. */
function dropShownAbsent({ db, datasets: declared }: WritableStudy): void {
  for (const { name, key } of declared)
    db.prepare(`DELETE FROM absent WHERE dataset = ? AND key IN (SELECT ${quoted(key)} FROM ${quoted(rowTable(name))})`).run(name);
}
