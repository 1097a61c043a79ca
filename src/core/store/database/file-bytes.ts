import { statSync } from 'node:fs';
import { guarded } from './store-error.ts';
import type { ReadableStudy } from './study.ts';

/** Disk space of a study, in bytes. */
export interface FileBytes {
  /** File and journal. */
  readonly bytes: number;
  /**
   * Of these, the pages of the ledger: what was new, changed and vanished in each generation. Grows with every change and is never trimmed.
   */
  readonly ledgerBytes: number;
}

/** Reads the pages of the ledger. Throws CORRUPT, STORE. */
export function readFileBytes({ db, study, file }: Pick<ReadableStudy, 'db' | 'study' | 'file'>): FileBytes {
  const ledgerBytes = guarded(`The cache of study ${study}`, () =>
    db
      .prepare<[], number>(
        `SELECT ifnull(sum(d.pgsize), 0) FROM sqlite_schema s JOIN dbstat d ON d.name = s.name AND d.aggregate = 1
        WHERE s.tbl_name IN ('change', 'generation') AND s.rootpage > 0`,
      )
      .pluck()
      .get(),
  );
  return { bytes: sizeOf(file.path) + sizeOf(`${file.path}-wal`), ledgerBytes: ledgerBytes ?? 0 };
}

/** Bytes of a file; 0 if it is missing. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
