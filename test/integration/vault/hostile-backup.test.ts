import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backupPlace, fillBackup, openBackupDatabase } from '../../../src/core/backup/backup-database.ts';
import { assertStudyContents } from '../../../src/core/backup/check-contents.ts';
import { collectStudy } from '../../../src/core/backup/collect-study.ts';
import { makeBackup } from '../../../src/core/backup/make-backup.ts';
import { mergeAnnotations } from '../../../src/core/backup/merge-annotations.ts';
import { openBackup } from '../../../src/core/backup/open-backup.ts';
import { listAnnotations } from '../../../src/core/annotations/list-annotations.ts';
import { annotationWriter } from '../../../src/core/store/database/annotation-rows.ts';
import { openDatabase, type Db } from '../../../src/core/store/database/database.ts';
import { storedCutOff } from '../../../src/core/store/database/stored-cut-off.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { chain } from '../../../src/core/vault/audit/audit.ts';
import type { TrailEntry } from '../../../src/core/vault/audit/earlier-trail.ts';
import { noCounts } from '../../../src/shared/backup.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../../unit/query/mirrored-study.ts';
import { openFilesIn } from '../../unit/platform/open-files.ts';
import { studyNumber } from '../../unit/query/study-fixture.ts';

/*
 * Whoever knows the passphrase of a backup can seal anything under it and hand it to a colleague. What is restored stays, so it must not
 * make a study, its notes or the audit trail unreadable.
 */

const folder = mkdtempSync(join(tmpdir(), 'carrel-hostile-backup-'));
const at = '2026-11-25T10:00:00.000Z';
let kept: MirroredStudy;

beforeAll(async () => {
  kept = mirroredStudy();
  await kept.mirror('labs', [[labText('lab-1')]]);
  await kept.mirror('labs', [[labText('lab-1', { value: '99' })]]);
});
afterAll(() => {
  kept.remove();
  rmSync(folder, { recursive: true });
});

/** The database of a backup that was tampered with before it was sealed. */
function backUp(change: (db: Db) => void): Db {
  const place = backupPlace(folder);
  fillBackup(place, (db) => {
    collectStudy(db, { opened: kept.study, demo: true });
    change(db);
  });
  return openBackupDatabase(place);
}

function annotated(kind: string, name: string, value: string, written = at): (db: Db) => void {
  return (db) => {
    db.prepare('INSERT INTO annotation VALUES (?, ?, ?, ?, ?)').run(studyNumber, kind, name, value, written);
  };
}

function note(text: string): string {
  return JSON.stringify({ place: { of: 'subject', subject: '0012' }, text, followUp: 'none' });
}

describe('a backup', () => {
  test('made by Carrel opens, even with an annotation of a newer version', () => {
    const db = backUp((open) => {
      annotated('of-a-newer-carrel', 'x', '{"says":"more"}')(open);
      annotated('looked', 'changes', '2')(open);
      annotated('looked-at', 'x', '{"generation":2}')(open);
      annotated('looked-at', 'of a newer Carrel', '{"until":2}')(open);
      for (const name of ['1', '2']) annotated('study-terms', name, '{}')(open);
    });
    expect(db.prepare('SELECT count(*) FROM change').pluck().get()).toBe(1);
    assertStudyContents(db, studyNumber);
    db.close();
  });

  test.each([
    [
      'an index that lacks rows, so that the check of its contents would not see what a restore reads',
      (db: Db) => {
        db.exec(
          `DROP INDEX change_study; CREATE INDEX change_study ON change (study, dataset) WHERE study <> '${studyNumber}';
          PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX change_study ON change (study, dataset)' WHERE name = 'change_study'`,
        );
      },
    ],
    [
      'an index defined otherwise',
      (db: Db) => {
        db.exec(`DROP INDEX change_study; CREATE INDEX change_study ON change (study, dataset) WHERE study <> '${studyNumber}'`);
      },
    ],
  ])('with %s is refused', (_what, change) => {
    const place = backupPlace(folder);
    fillBackup(place, (db) => {
      collectStudy(db, { opened: kept.study, demo: true });
    });
    const db = openDatabase(place.path, place.key, 'write').unsafeMode();
    change(db);
    db.close();
    expect(() => openBackupDatabase(place)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
    place.remove();
  });

  const sql =
    (text: string) =>
    (db: Db): void => {
      db.exec(text);
    };
  test.each<[string, (db: Db) => void]>([
    ['a note that is no JSON', annotated('note', 'x', 'no JSON')],
    ['a data cut-off that is no JSON', annotated('data-cut-off', 'x', '{')],
    ['a note of no time', annotated('note', 'x', note('x'), 'tomorrow')],
    ['decisions on tests without a number', annotated('study-terms', 'first', '{}')],
    ['decisions on tests with a number written in another way', annotated('study-terms', '01', '{}')],
    ['decisions on tests that begin with a later number', annotated('study-terms', '999999999', '{}')],
    [
      'decisions on tests with a gap',
      (db) => {
        for (const name of ['1', '3']) annotated('study-terms', name, '{}')(db);
      },
    ],
    ['changes viewed up to a generation that is not there', annotated('looked', 'changes', '3')],
    ['changes viewed up to no generation', annotated('looked', 'changes', 'null')],
    ['findings looked at in a generation that is not there', annotated('looked-at', 'x', '{"generation":3}')],
    ['findings looked at in a generation that is no number', annotated('looked-at', 'x', '{"generation":"1"}')],
    ['findings looked at that are nothing', annotated('looked-at', 'x', 'null')],
    ['a generation that no sync can follow', sql('UPDATE generation SET number = 9007199254740991 WHERE number = 2')],
    ['generations with a gap', sql('DELETE FROM generation WHERE number = 1')],
    ['a generation of no datasets', sql("UPDATE generation SET datasets = 'labs'")],
    ['a generation of no time', sql("UPDATE generation SET at = 'x'")],
    ['a change of no fields', sql("UPDATE change SET fields = '{}'")],
    ['a change of strange fields', sql(`UPDATE change SET fields = '[{"column":"value","before":{},"after":1}]'`)],
    [
      'a change of more fields than a record has',
      (db) => {
        const fields = Array.from({ length: 1000 }, (_, at) => ({ column: `c${String(at)}`, before: null, after: null }));
        db.prepare('UPDATE change SET fields = ?').run(JSON.stringify(fields));
      },
    ],
    [
      'a change of one column twice',
      sql(`UPDATE change SET fields = '[{"column":"result","before":null,"after":"1"},{"column":"result","before":"1","after":null}]'`),
    ],
    [
      'two changes of one record in one generation',
      sql('INSERT INTO change SELECT NULL, study, generation, at, dataset, key, subject, kind, fields FROM change'),
    ],
    ['a change of a key that no record has', sql("UPDATE change SET key = printf('%4097d', 1)")],
    ['a change of a key that is longer than it says', sql("UPDATE change SET key = 'k' || char(0) || printf('%4097d', 1)")],
    ['a change of a subject that no record has', sql("UPDATE change SET subject = printf('%4097d', 1)")],
    [
      'a change with a text as long as a library',
      sql(`UPDATE change SET fields = '[{"column":"result","before":null,"after":"' || printf('%16777216d', 1) || '"}]'`),
    ],
    ['a change at a time with blanks', sql("UPDATE generation SET at = '2026-11-20T09:00:00 Z'")],
    ['decisions on tests that are a text', annotated('study-terms', '1', '"x"')],
    ['a change of another kind', sql("UPDATE change SET kind = 'odd'")],
    ['a change of a generation that is not there', sql('UPDATE change SET generation = 3')],
    ['a record of a generation that is not there', sql('UPDATE record SET added = 77')],
    ['a record with fields that are no JSON', sql("UPDATE record SET fields = 'x'")],
    ['a first load of a generation that is not there', sql('UPDATE first_load SET changed_in = -1')],
    ['a dataset that changed before the first generation', sql('UPDATE first_load SET changed_in = 0')],
  ])('with %s is refused for that study but not for others', (_what, change) => {
    const db = backUp(change);
    expect(() => {
      assertStudyContents(db, studyNumber);
    }).toThrow(expect.objectContaining({ code: 'CORRUPT' }) as Error);
    assertStudyContents(db, '22-002');
    db.close();
  });

  test.each<[string, (db: Db) => void]>([
    [
      'a view that is asked without end',
      sql(
        'DROP TABLE record; CREATE VIEW record AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS study FROM n',
      ),
    ],
    ['a trigger', sql('CREATE TRIGGER t AFTER INSERT ON study BEGIN DELETE FROM record; END')],
    ['a table more', sql('CREATE TABLE more (x TEXT) STRICT')],
    ['a table of any types', sql('DROP TABLE vault; CREATE TABLE vault (id INTEGER PRIMARY KEY, part TEXT NOT NULL)')],
  ])('with %s is reported as damaged', (_what, change) => {
    expect(() => backUp(change)).toThrow(expect.objectContaining({ code: 'CORRUPT' }) as Error);
  });

  /** An entry that follows from another one. */
  function following(before: Pick<TrailEntry, 'number' | 'hash'>, differing: Partial<TrailEntry> = {}): TrailEntry {
    const entry = { number: before.number + 1, at, actor: 'somebody', event: '{"kind":"unlocked"}', ...differing };
    return { hash: chain(Buffer.from(before.hash, 'hex'), entry).toString('hex'), previous: before.hash, ...entry };
  }
  const settings = [{ name: 'layouts', value: '{}' }];
  async function sealed(trail: readonly TrailEntry[]): Promise<string> {
    const path = join(folder, 'hostile.carrelbackup');
    const request = { path, replace: true, under: 'four quiet desks', madeBy: '1.0.0', now: new Date(at) };
    await makeBackup({ vault: { settings, trail, trailLeftOut: null }, studies: [], folder }, request);
    return path;
  }
  const start = { number: 0, hash: '0'.repeat(64) };
  const first = following(start);
  const second = following(first);

  test('with the trails of two vaults, one of them continued elsewhere, opens', async () => {
    const trail = [second, first, following(first, { actor: 'elsewhere' }), following(start, { actor: 'another' })];
    const opened = await openBackup(await sealed(trail), 'four quiet desks', folder);
    expect(opened.vault).toEqual({ settings, trail, trailLeftOut: null });
    opened.close();
  });

  test.each<[string, readonly TrailEntry[]]>([
    ['an entry that is not JSON', [following(start, { event: 'unlocked' })]],
    ['an entry that is not an event', [following(start, { event: '{}' })]],
    ['an entry without a valid time', [following(start, { at: 'yesterday' })]],
    ['an edited entry', [first, { ...second, actor: 'somebody else' }]],
    ['an entry of its own link', [{ ...first, hash: 'a'.repeat(64) }]],
    ['a missing first entry', [second]],
    ['a missing entry in the middle', [first, following(second)]],
    ['a number that is left out', [first, following({ ...first, number: 2 })]],
    ['no entries', []],
  ])('with a trail with %s opens without it, says so and leaves no files behind', async (_what, trail) => {
    const path = await sealed(trail);
    const before = readdirSync(folder);
    const opened = await openBackup(path, 'four quiet desks', folder);
    expect(opened.vault).toEqual({ settings, trail: [], trailLeftOut: expect.stringContaining('audit trail') as string });
    opened.close();
    expect(readdirSync(folder)).toEqual(before);
    expect(openFilesIn(folder)).toEqual([]);
  });
});

test('an unreadable note of a newer version never replaces an existing note', async () => {
  const here = mirroredStudy();
  const backup = backUp(annotated('note', 'mine', '{"of":"a newer Carrel"}', '2021-01-01T00:00:00.000Z'));
  const writer = openStudyForWriting(here.path, Buffer.alloc(32, 9), studyNumber, null);
  try {
    writer.db.prepare('INSERT INTO annotation VALUES (?, ?, ?, ?)').run('note', 'mine', note('what I wrote'), '2020-01-01T00:00:00.000Z');
    expect(mergeAnnotations(writer, backup, true)).toMatchObject({ updated: 0 });
    expect(listAnnotations(here.study, 'note').map(({ annotation }) => annotation.value)).toMatchObject([{ text: 'what I wrote' }]);
  } finally {
    writer.close();
    backup.close();
    here.remove();
  }
});

test('a note dated in the future replaces no existing one, and what is written after the restore is newer', async () => {
  const here = mirroredStudy();
  const backup = backUp((db) => {
    annotated('note', 'mine', note('from a clock ahead'), '9999-01-01T00:00:00.000Z')(db);
    annotated('data-cut-off', 'theirs', '{"date":"2020-01-01"}', '9999-01-01T00:00:00.000Z')(db);
    annotated('constructor', 'of every object', '{}')(db);
  });
  const writer = openStudyForWriting(here.path, Buffer.alloc(32, 9), studyNumber, null);
  try {
    const write = annotationWriter(writer.db);
    write({ kind: 'note', name: 'mine', value: note('what I wrote'), at: '2020-01-01T00:00:00.000Z' });
    expect(mergeAnnotations(writer, backup, true)).toEqual({ updated: 0, leftOut: 0, added: { ...noCounts(), visits: 1, views: 1 } });
    expect(listAnnotations(here.study, 'note').map(({ annotation }) => annotation.value)).toMatchObject([{ text: 'what I wrote' }]);
    write({ kind: 'data-cut-off', name: 'mine', value: '{"date":null}', at: new Date(Date.now() + 1).toISOString() });
    expect(storedCutOff(writer.db)).toBeNull();
    expect(mergeAnnotations(writer, backup, true)).toMatchObject({ updated: 0, added: { notes: 0, visits: 0 } });
  } finally {
    writer.close();
    backup.close();
    here.remove();
  }
});

test('a note written at the very time of the restore is not one of the future', () => {
  const here = mirroredStudy();
  const backup = backUp(annotated('note', 'mine', note('what I wrote now')));
  const writer = openStudyForWriting(here.path, Buffer.alloc(32, 9), studyNumber, null);
  vi.setSystemTime(at);
  try {
    annotationWriter(writer.db)({ kind: 'note', name: 'mine', value: note('what I wrote'), at: '2020-01-01T00:00:00.000Z' });
    expect(mergeAnnotations(writer, backup, true)).toMatchObject({ updated: 1 });
    expect(listAnnotations(here.study, 'note').map(({ annotation }) => annotation.value)).toMatchObject([{ text: 'what I wrote now' }]);
  } finally {
    vi.useRealTimers();
    writer.close();
    backup.close();
    here.remove();
  }
});
