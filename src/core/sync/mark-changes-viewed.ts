import type { Input } from '../../shared/contract.ts';
import { lookedMark } from '../query/looked.ts';
import { annotationWriter } from '../store/database/annotation-rows.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { guarded } from '../store/database/store-error.ts';
import type { SharedStudyFiles } from './writable-files.ts';
import { assertMirrored, type SyncHost } from '../vault/studies/sync-host.ts';

/**
 * Records that a person has looked at a study's changes up to an existing generation. Throws USAGE, BUSY and errors of opening the file.
 */
export async function markChangesViewed(
  host: SyncHost,
  files: SharedStudyFiles,
  { study: number, generation }: Input<'changes.looked'>,
): Promise<undefined> {
  await assertMirrored(host, number, 'it has no changes to look at');
  return files.write(number, (study) => {
    guarded(`The cache of study ${number}`, () => {
      const value = String(Math.min(generation, currentGeneration(study)));
      annotationWriter(study.db)({ ...lookedMark, value, at: new Date().toISOString() });
    });
    return undefined;
  });
}
