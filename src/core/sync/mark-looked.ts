import { AppError } from '../../shared/errors.ts';
import { lookedMark } from '../query/looked.ts';
import { currentGeneration } from '../store/seal.ts';
import { guarded } from '../store/store-error.ts';
import { openStudyForWriting } from '../store/study-file.ts';
import type { SyncHost } from './sync-host.ts';

/**
 * Remembers that somebody looked at a study's changes up to its newest generation. `alone`: no sync of this process runs,
 * which would hold the writer's place already. Errors: USAGE, BUSY and those of opening the file.
 */
export async function markLooked(host: SyncHost, number: string, alone: boolean): Promise<undefined> {
  const release = alone ? await host.lock() : () => undefined;
  try {
    const { path, key, seal } = await host.studyFile(number);
    if (seal.current === null) throw new AppError('USAGE', `Study ${number} was not mirrored yet, so it has no changes to look at.`);
    const study = openStudyForWriting(path, key, number, seal);
    try {
      guarded(`The cache of study ${number}`, () =>
        study.db
          .prepare(
            'INSERT INTO annotation (kind, name, value, at) VALUES (:kind, :name, :value, :at) ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, at = excluded.at',
          )
          .run({ ...lookedMark, value: String(currentGeneration(study)), at: new Date().toISOString() }),
      );
    } finally {
      study.close();
    }
    return undefined;
  } finally {
    release();
  }
}
