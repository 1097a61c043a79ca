import type { Db } from '../database.ts';

const changes = `
  -- When its newest page was staged. After a long break, these pages may no longer match newer ones.
  ALTER TABLE pass ADD COLUMN staged_at TEXT;
  -- Why earlier passes were given up (JSON: a list of reasons for each).
  ALTER TABLE pass ADD COLUMN repeated TEXT NOT NULL DEFAULT '[]';
  -- Set if the shrink guard holds the proven pass back (JSON, PendingReview).
  ALTER TABLE pass ADD COLUMN held TEXT;
  -- Subjects named by each dataset, compared with the Group, as of the newest generation.
  CREATE TABLE subjects_seen (
    dataset TEXT PRIMARY KEY, seen INTEGER NOT NULL, members INTEGER NOT NULL, outside_group INTEGER NOT NULL, without_data INTEGER NOT NULL
  ) STRICT;
  UPDATE pass SET staged_at = ifnull(ended_at, started_at);
  UPDATE pass SET proof = json_set(proof, '$.repeated', json('[]'), '$.resumedPages', 0, '$.foreignLinks', 0, '$.drift', json('[]')) WHERE proof IS NOT NULL;
`;

/** Adds columns for what a proof states besides its counts, and for pending reviews. */
export function widenProof(db: Db): void {
  db.exec(changes);
}
