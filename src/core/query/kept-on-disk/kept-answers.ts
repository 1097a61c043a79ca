import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isReadOnlyFolder } from '../../platform/read-only-folder.ts';
import { answerPath, removeKept, type KeptAnswer } from '../../store/kept-files.ts';
import { readStudyStatus } from '../../store/status.ts';
import { storedTerms } from '../../store/stored-terms.ts';
import { inSnapshot, rowsIdentity } from '../snapshot.ts';
import type { StudyReader } from '../study-directory.ts';
import { DamagedArrays, openArrays } from './array-file.ts';
import { keepArrays } from './keep-arrays.ts';

/** Answers about all records of a study, kept beside its file, so that a window that was just started need not work them out. */
export interface KeptAnswers {
  /** What was kept of this answer about the very records that the connection shows, or else what `work` gives, which JSON holds and which is kept then. */
  of<T>(study: StudyReader, answer: AskedAnswer, work: () => Promise<T>): Promise<T>;
  /** Once nothing is being written any more. */
  settled(): Promise<void>;
}

/** Of each name the answer that was asked for last is kept. */
export interface AskedAnswer {
  readonly name: KeptAnswer;
  /** Whom it is about; null: everybody. Of a choice of subjects nothing is kept. */
  readonly subjects?: readonly string[] | null;
  /** All that the answer depends on besides the records and what was decided of them; JSON holds it. */
  readonly asked?: unknown;
  /** Stands for what works it out: answers of other code are not taken. */
  readonly code: string;
}

/**
 * What stands for the code of a module (`import.meta`): the name of its compiled file, which tells what stands in it and in all that it
 * imports. Uncompiled, as tests run it, it tells nothing.
 */
export function buildOf({ filename }: Pick<ImportMeta, 'filename'>): string {
  return basename(filename);
}

/** Told what failed: to `keep` an answer on the disk, or to `find` what was kept there. Both only cost time. */
export type AnswerReporter = (failed: 'keep' | 'find', answer: KeptAnswer, error: unknown) => void;

interface Known {
  readonly identity: string;
  readonly answer: unknown;
}

/** Bytes of an answer that is still kept. */
const mostBytes = 64 * 1024 * 1024;

/** Nothing is kept: every answer is worked out. */
export const noKeptAnswers: KeptAnswers = {
  of: (_, __, work) => work(),
  settled: async () => undefined,
};

export function createKeptAnswers(report: AnswerReporter): KeptAnswers {
  let writing: Promise<void> = Promise.resolve();
  /** The last answer of each name, so that no file is read twice; it goes with the connection. */
  const known = new WeakMap<StudyReader['db'], Map<KeptAnswer, Known>>();
  const latestOf = ({ db }: StudyReader): Map<KeptAnswer, Known> => {
    const latest = known.get(db) ?? new Map<KeptAnswer, Known>();
    known.set(db, latest);
    return latest;
  };

  const find = (study: StudyReader, name: KeptAnswer, identity: string): Pick<Known, 'answer'> | null => {
    const path = answerPath(study.file.path, name);
    try {
      const arrays = openArrays(path, study.file.key);
      if (arrays?.about !== identity) return null;
      return { answer: JSON.parse(Buffer.from(arrays.read(0).buffer).toString('utf8')) as unknown };
    } catch (error: unknown) {
      if (error instanceof DamagedArrays) removeKept([path]);
      report('find', name, error);
      return null;
    }
  };

  const keep = async (study: StudyReader, name: KeptAnswer, identity: string, answer: unknown): Promise<void> => {
    const { path } = study.file;
    const isThere = (): boolean => study.db.open && existsSync(path);
    if (!isThere() || isReadOnlyFolder(dirname(path))) return;
    try {
      const bytes = Buffer.from(JSON.stringify(answer));
      if (bytes.length > mostBytes) return;
      const file = { path: answerPath(path, name), about: identity, arrays: [new Uint8Array(bytes)], bytes: bytes.length };
      await keepArrays(study, file, isThere);
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
      // A sync may have flipped meanwhile, or another data cut-off be in force: of which of the two it is nobody knows then.
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
 * What two snapshots must have alike for every answer about all records to be the same in both: the rows, until when each pass looked, what was
 * decided of tests and units, up to which day records are shown and how they are graded, and what is asked of which code. What is shown is told
 * by the views of the connection: a reader that was begun before a cut-off asks through them as well.
 */
function identityOf(study: StudyReader, asked: unknown): string {
  const passes = readStudyStatus(study).datasets.map(({ dataset, asOf }) => [dataset, asOf]);
  const views = study.db.prepare<[], string>("SELECT sql FROM temp.sqlite_schema WHERE type = 'view' ORDER BY name").pluck().all();
  return JSON.stringify([asked, rowsIdentity(study), passes, storedTerms(study.db).version, views, study.gradedBy ?? null]);
}

/** A number that each change of the connection's own views makes another, so that one that was taken back is noticed too. */
function viewsMade({ db }: StudyReader): unknown {
  return db.pragma('temp.schema_version', { simple: true });
}
