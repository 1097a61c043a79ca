import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assertPlain } from '../../../src/core/pack/pack-form.ts';
import { packedStudyOf } from '../../../src/core/pack/packed-study.ts';
import { takeSnapshot, type Snapshot } from '../../../src/core/pack/snapshot.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

let mirrored: MirroredStudy;
beforeEach(async () => {
  mirrored = mirroredStudy();
  await mirrored.mirror('labs', [[labText('a')]]);
  await mirrored.mirror('vitals', [[]]);
});
afterEach(() => {
  mirrored.remove();
});

/** Makes the shown copy of a dataset one that was counted but not confirmed. */
function leaveUnconfirmed(dataset: string): void {
  const writer = openStudyForWriting(mirrored.path, mirrored.study.file.key, studyNumber, null);
  writer.db
    .prepare("UPDATE pass SET proof = json_set(proof, '$.confirmed', json('false')) WHERE id = (SELECT pass FROM state WHERE dataset = ?)")
    .run(dataset);
  writer.close();
}

function snapshot(): Snapshot {
  return takeSnapshot(mirrored.study, mirrored.study.file.key, join(mirrored.folder, 'copy.db'));
}

/** What the vault would store of a pack of this copy. */
function packed({ seal, datasets }: Snapshot) {
  const about = { study: studyNumber, sponsor: null, demo: true, madeBy: '0.1.0', madeAt: '2026-11-20T10:00:00Z', expires: '2026-12-04' };
  const ofHeader = datasets.map(({ dataset, distinct, asOf, confirmed }) => ({ dataset, records: distinct, asOf, confirmed }));
  return packedStudyOf({ header: { ...about, seal: { ...seal, counts: {} }, key: '', size: 1, datasets: ofHeader } });
}

test('a copy is confirmed if all its datasets are, and says which are', () => {
  const whole = snapshot();
  expect(packed(whole).confirmed).toBe(true);
  whole.remove();
  leaveUnconfirmed('vitals');
  const partly = snapshot();
  expect(Object.fromEntries(partly.datasets.map(({ dataset, confirmed }) => [dataset, confirmed]))).toEqual({ labs: true, vitals: false });
  expect(packed(partly).confirmed).toBe(false);
});

test('a copy of a newer version is VERSION whatever it has, and one of this version with a trigger is CORRUPT', () => {
  const { path, key } = snapshot();
  const change = (sql: string): void => {
    const db = openDatabase(path, key, 'write');
    db.exec(sql);
    db.close();
  };
  const judge = (): void => {
    const db = openDatabase(path, key, 'read');
    try {
      assertPlain(db, studyNumber);
    } finally {
      db.close();
    }
  };
  expect(judge).not.toThrow();
  change('CREATE TRIGGER odd AFTER INSERT ON meta BEGIN SELECT 1; END');
  expect(judge).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  change('PRAGMA user_version=9999');
  expect(judge).toThrow(expect.objectContaining({ code: 'VERSION' }));
});
