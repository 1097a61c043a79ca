import { statSync } from 'node:fs';
import type { StudyCard } from '../../shared/contract.ts';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { emptyStatus } from '../../shared/empty-status.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import { aheadPaths, cachePaths } from '../store/database/cache-files.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { storedCutOff } from '../store/database/stored-cut-off.ts';
import { countChanges } from './changes.ts';
import { readLooked } from './looked.ts';
import { inSnapshot } from './snapshot.ts';
import { leftOutBy } from './up-to-cut-off.ts';
import type { StudyDirectory, StudyEntryLite, StudyReader } from './study-directory.ts';

/**
 * Returns a study as shown on its card. A study that cannot be opened has its problem and no numbers; one that was never mirrored has
 * neither.
 */
export function readStudyCard(directory: StudyDirectory, entry: StudyEntryLite): StudyCard {
  const { study, demo, lastOpened, sitePack } = entry;
  const plain = { study, demo, lastOpened, sitePack, size: sizeOnDisk(entry.path), ...nothingKnown(study) };
  try {
    const reader = directory.open(study);
    return reader === null ? plain : { ...plain, ...readKnown(reader) };
  } catch (error: unknown) {
    return { ...plain, problem: reportOf(error) };
  }
}

type Known = Omit<StudyCard, 'study' | 'demo' | 'lastOpened' | 'sitePack' | 'size'>;

function nothingKnown(study: string): Known {
  return {
    sponsor: null,
    lookedAt: null,
    lookedGeneration: 0,
    status: emptyStatus(study),
    cutOff: null,
    sinceLooked: { new: 0, changed: 0, vanished: 0 },
    issues: 0,
    problem: null,
  };
}

function readKnown(study: StudyReader): Known {
  return inSnapshot(study, () => {
    const looked = readLooked(study);
    const status = readStudyStatus(study);
    const cutOff = storedCutOff(study.db);
    return {
      sponsor: readSponsor(study),
      lookedAt: looked.at,
      lookedGeneration: looked.generation,
      status,
      cutOff: cutOff === null ? null : { date: cutOff, leftOut: [...leftOutBy(study, cutOff)] },
      sinceLooked: countChanges(study, looked.generation, null),
      issues: status.datasets.reduce((sum, dataset) => sum + dataset.issues + dataset.quarantined, 0),
      problem: null,
    };
  });
}

/** Returns the sponsor's number of the study, from the first record that has it. */
export function readSponsor({ db }: StudyReader): string | null {
  for (const { name, columns } of Object.values(datasets)) {
    if (!columns.some((column) => column.name === 'sponsor_study')) continue;
    const sponsor = anySponsor(db, name) ? firstSponsor(db, name) : undefined;
    if (sponsor !== undefined) return sponsor;
  }
  return null;
}

/** Whether a combination of shared cells has a sponsor's number, which no record may use any more. */
function anySponsor(db: Db, name: DatasetName): boolean {
  return db.prepare(`SELECT 1 FROM ${quoted(sharedTable(name))} WHERE sponsor_study IS NOT NULL LIMIT 1`).get() !== undefined;
}

/** Walks over the records, usually only to the first: without CROSS JOIN, SQLite might search all of them for each combination. */
function firstSponsor(db: Db, name: DatasetName): string | undefined {
  return db
    .prepare<[], string>(
      `SELECT sponsor_study FROM ${quoted(rowTable(name))} CROSS JOIN ${quoted(sharedTable(name))} ON _id = _shared WHERE sponsor_study IS NOT NULL LIMIT 1`,
    )
    .pluck()
    .get();
}

/** Bytes of the file, its journal, and the caches next to it; null if there is no file. */
function sizeOnDisk(path: string): number | null {
  const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null;
  const besides = [`${path}-wal`, ...cachePaths(path), ...aheadPaths(path)];
  const size = sizeOf(path);
  return size === null ? null : besides.reduce((sum, file) => sum + (sizeOf(file) ?? 0), size);
}

/** Returns the entry of a study. Throws USAGE if the vault does not list it. */
export function findStudy(directory: StudyDirectory, study: string): StudyEntryLite {
  const entry = directory.studies().find((candidate) => candidate.study === study);
  if (entry !== undefined) return entry;
  throw new AppError('USAGE', `There is no study "${study.slice(0, 128)}" here. Add it first.`);
}
