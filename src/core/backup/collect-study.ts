import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, wholeRecords } from '../store/database/layout.ts';
import { shownColumns, shownDigest } from './shown-digest.ts';

/** A study of the vault that is being backed up, open for reading. */
export interface BackedUpStudy {
  readonly opened: StudyReader;
  readonly demo: boolean;
}

/** Writes what people added to a study, and what the service does not keep, to the database of a backup, from one snapshot. */
export function collectStudy(backup: Db, { opened, demo }: BackedUpStudy): void {
  const { db, study } = opened;
  inSnapshot(opened, () => {
    backup.prepare('INSERT INTO study (number, demo) VALUES (?, ?)').run(study, Number(demo));
    const copy = (from: string, into: string): void => {
      const read = db.prepare<[], readonly unknown[]>(from).raw();
      const insert = backup.prepare(
        `INSERT INTO ${into} VALUES (?, ${read
          .columns()
          .map(() => '?')
          .join(', ')})`,
      );
      for (const row of read.iterate()) insert.run(study, ...row);
    };
    copy('SELECT number, at, datasets FROM generation ORDER BY number', 'generation');
    copy(
      `SELECT l.dataset, l.generation, l.at, s.generation, p.fingerprint FROM first_load l JOIN state s ON s.dataset = l.dataset
      JOIN projection p ON p.dataset = l.dataset WHERE s.as_of IS NOT NULL`,
      'first_load',
    );
    copy(
      'SELECT generation, at, dataset, key, subject, kind, fields FROM change ORDER BY id',
      'change (study, generation, at, dataset, key, subject, kind, fields)',
    );
    copy('SELECT kind, name, value, at FROM annotation', 'annotation');
    copy('SELECT dataset, key, subject, hash, added, changed, fields, NULL FROM absent', 'record');
    for (const dataset of Object.values(datasets)) copyRecords(backup, opened, dataset);
  });
}

function copyRecords(backup: Db, { db, study }: StudyReader, dataset: Dataset): void {
  const subject = dataset.columns.some((column) => column.name === 'subject') ? quoted('subject') : 'NULL';
  const read = db.prepare<[], readonly unknown[]>(
    `SELECT ${quoted(dataset.key)}, ${subject}, _hash, _added, _changed, ${shownColumns(dataset)} FROM ${wholeRecords(dataset.name)}`,
  );
  const insert = backup.prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?)');
  for (const [key, of, hash, added, changed, ...cells] of read.raw().iterate())
    insert.run(study, dataset.name, key, of, hash, added, changed, shownDigest(cells));
}
