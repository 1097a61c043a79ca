import type { Db } from '../database.ts';

const changes = `
  -- Records that an unconfirmed copy lacks: whether they vanished, a confirmed pass tells. Fields as the ledger has them (JSON), the
  -- digest of the record, and the generations with which it came and last changed.
  CREATE TABLE absent (
    dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, fields TEXT NOT NULL, hash BLOB NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (dataset, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Adds the table of records that earlier copies had and that wait for a confirmed pass before they count as vanished. */
export function setAbsentAside(db: Db): void {
  db.exec(changes);
}
