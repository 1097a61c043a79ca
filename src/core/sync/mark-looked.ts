import type { Input } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { lookedMark } from '../query/looked.ts';
import { currentGeneration } from '../store/seal.ts';
import { guarded } from '../store/store-error.ts';
import type { SharedStudyFiles } from './study-files.ts';
import type { SyncHost } from '../vault/sync-host.ts';

/** Remembers that somebody looked at a study's changes up to a generation that there is. Errors: USAGE, BUSY and those of opening the file. */
export async function markLooked(
  host: SyncHost,
  files: SharedStudyFiles,
  { study: number, generation }: Input<'changes.looked'>,
): Promise<undefined> {
  const { seal } = await host.studyFile(number);
  if (seal.current === null) throw new AppError('USAGE', `Study ${number} was not mirrored yet, so it has no changes to look at.`);
  return files.write(number, (study) => {
    guarded(`The cache of study ${number}`, () =>
      study.db
        .prepare(
          'INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at) ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, at = excluded.at',
        )
        .run({ ...lookedMark, value: String(Math.min(generation, currentGeneration(study))), at: new Date().toISOString() }),
    );
    return undefined;
  });
}
