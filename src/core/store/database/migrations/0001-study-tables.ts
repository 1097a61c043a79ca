import { datasetNames } from '../../../../shared/datasets/datasets.ts';
import type { Db } from '../database.ts';

const tables = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE generation (number INTEGER PRIMARY KEY, at TEXT NOT NULL, datasets TEXT NOT NULL) STRICT;

  -- One pass over all pages of a dataset. 'running' and 'proven' passes are staged; the 'current' one is shown.
  -- generation: the generation of its staged rows, provided that no other flip comes first.
  -- combinations: the id of the newest combination of shared cells when the pass began; higher ids belong to this pass.
  CREATE TABLE pass (
    id INTEGER PRIMARY KEY, dataset TEXT NOT NULL, started_at TEXT NOT NULL, ended_at TEXT, generation INTEGER NOT NULL,
    combinations INTEGER NOT NULL, status TEXT NOT NULL CHECK (status IN ('running', 'proven', 'current', 'failed')), proof TEXT
  ) STRICT;
  CREATE UNIQUE INDEX pass_current ON pass (dataset) WHERE status = 'current';
  CREATE UNIQUE INDEX pass_staged ON pass (dataset) WHERE status IN ('running', 'proven');

  -- Page bodies, stored once per dataset and shared by passes. head: the Bundle's own fields as JSON (BundleHead).
  -- keys: the first 16 bytes of the SHA-256 of each record key, concatenated. The column precedes the body because SQLite
  -- would have to read through the body to reach it.
  CREATE TABLE body (
    id INTEGER PRIMARY KEY, dataset TEXT NOT NULL, digest TEXT NOT NULL, size INTEGER NOT NULL, entries INTEGER NOT NULL,
    head TEXT NOT NULL, keys BLOB NOT NULL, deflated BLOB NOT NULL, UNIQUE (dataset, digest)
  ) STRICT;
  CREATE TABLE page (
    pass INTEGER NOT NULL REFERENCES pass, number INTEGER NOT NULL, digest TEXT NOT NULL, body INTEGER NOT NULL REFERENCES body,
    entries INTEGER NOT NULL, total INTEGER, PRIMARY KEY (pass, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX page_body ON page (body);

  -- Findings belong to a body, so an unchanged page is not examined again.
  CREATE TABLE body_issue (
    id INTEGER PRIMARY KEY, body INTEGER NOT NULL REFERENCES body ON DELETE CASCADE, key TEXT, rule TEXT NOT NULL, path TEXT NOT NULL,
    quarantined INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX body_issue_body ON body_issue (body);
  CREATE VIEW issue AS
    SELECT i.id, s.dataset, i.key, p.number AS page, i.rule, i.path, i.quarantined
    FROM pass s JOIN page p ON p.pass = s.id JOIN body_issue i ON i.body = p.body
    WHERE s.status = 'current';

  CREATE TABLE state (
    dataset TEXT PRIMARY KEY, generation INTEGER, as_of TEXT, pass INTEGER REFERENCES pass, records INTEGER NOT NULL DEFAULT 0,
    issues INTEGER NOT NULL DEFAULT 0, quarantined INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0, vanished INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'none',
    error_category TEXT, error_message TEXT
  ) STRICT;
  -- A first load writes no ledger entries. Its records that are still shown are the rows with its generation in _added;
  -- records counts them.
  CREATE TABLE first_load (dataset TEXT PRIMARY KEY, generation INTEGER NOT NULL, at TEXT NOT NULL, records INTEGER NOT NULL) STRICT;
  CREATE TABLE change (
    id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, at TEXT NOT NULL, dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('new', 'changed', 'vanished')), fields TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_record ON change (dataset, key);
  CREATE INDEX change_generation ON change (generation, dataset, kind);
  CREATE TABLE projection (dataset TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) STRICT;
  CREATE TABLE annotation (kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (kind, name)) STRICT;
`;

/** Creates the fixed tables of a study's file. */
export function makeStudyTables(db: Db): void {
  db.exec(tables);
  const insert = db.prepare('INSERT INTO state (dataset) VALUES (?)');
  for (const dataset of datasetNames) insert.run(dataset);
}
