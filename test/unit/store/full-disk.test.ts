import Database from 'better-sqlite3-multiple-ciphers';
import { expect, test, vi } from 'vitest';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import { labPage, newTrial, prove, stage } from './trial-study.ts';

test('a flip counts although the disk has no room for the checkpoint after it', async () => {
  const study = newTrial();
  const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 5 }])]);
  prove(study, pass);
  const pragma = study.db.pragma.bind(study.db);
  vi.spyOn(study.db, 'pragma').mockImplementation((source, options) => {
    if (source.startsWith('wal_checkpoint')) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    return pragma(source, options);
  });
  applyFlip(study, planFlip(study, [pass]));
  const labs = readStudyStatus(study).datasets.find(({ dataset }) => dataset === 'labs');
  expect(labs).toMatchObject({ state: 'updated', records: 1, error: null });
});
