import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isReadOnlyFolder } from '../../platform/read-only-folder.ts';
import { answerPath, removeCacheFiles, type CachedAnswer } from '../../store/database/cache-files.ts';
import { readStudyStatus } from '../../store/database/status.ts';
import { storedTerms } from '../../store/database/stored-terms.ts';
import { inSnapshot, rowsIdentity } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { DamagedArrays, openArrays } from './array-file.ts';
import { cacheArrays } from './cache-arrays.ts';

/** Answers about all records of a study, cached next to its file, so that a newly started window need not compute them. */
export interface CachedAnswers {
  /**
   * Returns the cached answer if it was made from exactly the records that the connection shows; otherwise the JSON value that `work`
   * returns, which is then cached.
   */
  of<T>(study: StudyReader, answer: AskedAnswer, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is being written. */
  settled(): Promise<void>;
}

/** The last answer of each name is cached. */
export interface AskedAnswer {
  readonly name: CachedAnswer;
  /** The subjects it covers; null for all. Answers for a selection of subjects are not cached. */
  readonly subjects?: readonly string[] | null;
  /** Everything that the answer depends on in addition to the records and the decisions about them; a JSON value. */
  readonly asked?: unknown;
  /** Identifies the code that computes the answer: answers of other code are not used. */
  readonly code: string;
}

/**
 * Returns an identifier of a module's code (`import.meta`): the name of its compiled file, which identifies its content and that of all its
 * imports. When run uncompiled, as in tests, it identifies nothing.
 */
export function buildOf({ filename }: Pick<ImportMeta, 'filename'>): string {
  return basename(filename);
}

/** Receives failures to `keep` an answer on disk, or to `find` a cached one. Both only cost time. */
export type AnswerReporter = (failed: 'keep' | 'find', answer: CachedAnswer, error: unknown) => void;

interface Known {
  readonly identity: string;
  readonly answer: unknown;
}

/** Maximum size in bytes of a cached answer. */
const mostBytes = 64 * 1024 * 1024;

/** Caches nothing; every answer is computed. */
export const noCachedAnswers: CachedAnswers = {
  of: (_, __, work) => work(),
  settled: async () => undefined,
};

export function createCachedAnswers(report: AnswerReporter): CachedAnswers {
  let writing: Promise<void> = Promise.resolve();
  /** The last answer of each name, so that no file is read twice; it is dropped with the connection. */
  const known = new WeakMap<StudyReader['db'], Map<CachedAnswer, Known>>();
  const latestOf = ({ db }: StudyReader): Map<CachedAnswer, Known> => {
    const latest = known.get(db) ?? new Map<CachedAnswer, Known>();
    known.set(db, latest);
    return latest;
  };

  const find = (study: StudyReader, name: CachedAnswer, identity: string): Pick<Known, 'answer'> | null => {
    const path = answerPath(study.file.path, name);
    try {
      const arrays = openArrays(path, study.file.key);
      if (arrays?.about !== identity) return null;
      return { answer: JSON.parse(Buffer.from(arrays.read(0).buffer).toString('utf8')) as unknown };
    } catch (error: unknown) {
      if (error instanceof DamagedArrays) removeCacheFiles([path]);
      report('find', name, error);
      return null;
    }
  };

  const keep = async (study: StudyReader, name: CachedAnswer, identity: string, answer: unknown): Promise<void> => {
    const { path } = study.file;
    const isThere = (): boolean => study.db.open && existsSync(path);
    if (!isThere() || isReadOnlyFolder(dirname(path))) return;
    try {
      const bytes = Buffer.from(JSON.stringify(answer));
      if (bytes.length > mostBytes) return;
      const file = { path: answerPath(path, name), about: identity, arrays: [new Uint8Array(bytes)], bytes: bytes.length };
      await cacheArrays(study, file, isThere);
    } catch (error: unknown) {
      report('keep', name, error);
    }
  };

  return {
    of: async <T>(study: StudyReader, { name, subjects = null, asked = null, code }: AskedAnswer, work: () => Promise<T>) => {
      if (subjects !== null) return work();
      const now = (): string => inSnapshot(study, () => identityOf(study, [name, code, asked]));
      const [views, identity] = [viewsMade(study), now()];
      const latest = latestOf(study);
      const met = latest.get(name);
      const found = met?.identity === identity ? met : find(study, name, identity);
      if (found !== null) {
        latest.set(name, { identity, answer: found.answer });
        return found.answer as T;
      }
      const answer = await work();
      // A sync may have flipped meanwhile, or the data cut-off may have changed, so that it is unclear which state the answer belongs to.
      if (study.db.open && now() === identity && viewsMade(study) === views) {
        latest.set(name, { identity, answer });
        writing = writing.then(() => keep(study, name, identity, answer));
      }
      return answer;
    },
    settled: () => writing,
  };
}

/**
 * What must be equal in two snapshots for every answer about all records to be the same: the rows, the as-of time of each pass, the
 * decisions on tests and units, the data cut-off and the grading, and what is asked of which code. What is shown is identified by the views
 * of the connection, because a reader that started before a cut-off also reads through them.
 */
function identityOf(study: StudyReader, asked: unknown): string {
  const passes = readStudyStatus(study).datasets.map(({ dataset, asOf }) => [dataset, asOf]);
  const views = study.db.prepare<[], string>("SELECT sql FROM temp.sqlite_schema WHERE type = 'view' ORDER BY name").pluck().all();
  return JSON.stringify([asked, rowsIdentity(study), passes, storedTerms(study.db).version, views, study.gradedBy ?? null]);
}

/** Returns a number that changes with each change of the connection's own views, so that a change that was reverted is noticed too. */
function viewsMade({ db }: StudyReader): unknown {
  return db.pragma('temp.schema_version', { simple: true });
}
