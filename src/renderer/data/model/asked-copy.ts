import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';

/** A copy of records that waits for the passphrase. */
export interface PendingCopy {
  readonly copied: CopiedRecords;
  /** Rejects with an AppError where it is not the right one; the copy then waits on. */
  readonly confirm: (passphrase: string) => Promise<void>;
  readonly cancel: () => void;
}
