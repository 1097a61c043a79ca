import type { Db } from '../database.ts';

const changes = `
  -- Records missing from an unconfirmed copy; a confirmed pass decides whether they vanished. fields: as in the ledger (JSON);
  -- hash: the record's digest; added, changed: the generations in which it was added and last changed.
  CREATE TABLE absent (
    dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, fields TEXT NOT NULL, hash BLOB NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (dataset, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Adds the table of records that earlier copies had and that wait for a confirmed pass before they count as vanished. */
export function setAbsentAside(db: Db): void {
  db.exec(changes);
}
