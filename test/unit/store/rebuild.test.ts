import { describe, expect, test } from 'vitest';
import { listChanges } from '../../../src/core/query/changes.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { beginPass } from '../../../src/core/store/passes/pass.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { sealOf } from '../../../src/core/store/database/seal.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import { openStudyForReading } from '../../../src/core/store/study-file/study-file.ts';
import type { Dataset } from '../../../src/shared/datasets/datasets.ts';
import { all, labPage, labs, mirror, newStudyFile, openTrial, prove, stage, stageBody, STUDY, subjects } from './trial-study.ts';

/** The same records, read by a declaration that knows the field `extra` and has another column order. */
const newer: Dataset = {
  ...labs,
  version: 2,
  columns: [
    ...labs.columns.slice(1),
    ...labs.columns.slice(0, 1),
    { name: 'extra', kind: 'number', plain: 'Extra', sdtm: null, help: '', width: 1, section: 'All', shown: true, paths: ['extra'] },
  ],
};

const first = labPage([{ id: 'a', value: 5, more: ',"extra":1.50' }]);

describe('a new declaration', () => {
  test('is filled from the stored pages, without ledger entries, and keeps generations and seal', async () => {
    const file = newStudyFile();
    const earlier = openTrial(file);
    await mirror(earlier, 'labs', [first]);
    await mirror(earlier, 'labs', [first, labPage([{ id: 'b', value: 6 }])]);
    const seal = sealOf(earlier);
    expect(readStudyStatus(earlier).datasets.find(({ dataset }) => dataset === 'labs')).toMatchObject({ issues: 1 });
    earlier.close();

    const study = openTrial(file, [newer, subjects]);
    expect(all(study, 'SELECT record_id, extra, extra_sent, subject, _added, _undescribed FROM labs ORDER BY record_id')).toEqual([
      { record_id: 'a', extra: 1.5, extra_sent: '1.50', subject: '007', _added: 1, _undescribed: null },
      { record_id: 'b', extra: null, extra_sent: null, subject: '007', _added: 2, _undescribed: null },
    ]);
    const { changes } = listChanges(study, { dataset: null, since: 0, kind: null, offset: 0, limit: 10 });
    expect(changes.map(({ key, kind, generation }) => [key, kind, generation])).toEqual([
      ['b', 'new', 2],
      ['a', 'new', 1],
    ]);
    expect(readStudyStatus(study).datasets.find(({ dataset }) => dataset === 'labs')).toMatchObject({
      issues: 0,
      records: 2,
      generation: 2,
    });
    expect(sealOf(study)).toEqual(seal);
    expect(checkStudy(study)).toEqual([]);
  });

  test('keeps the order of the records, by which exports order those that are otherwise equal', async () => {
    const file = newStudyFile();
    const earlier = openTrial(file);
    await mirror(earlier, 'labs', [first]);
    await mirror(earlier, 'labs', [labPage([{ id: 'b', value: 6 }]), first]);
    const inOrder = 'SELECT record_id FROM labs_row ORDER BY rowid';
    expect(all(earlier, inOrder)).toEqual([{ record_id: 'a' }, { record_id: 'b' }]);
    // A record that is not known yet follows the others.
    earlier.db.exec("DELETE FROM labs_row WHERE record_id = 'a'");
    earlier.close();

    expect(all(openTrial(file, [newer, subjects]), inOrder)).toEqual([{ record_id: 'b' }, { record_id: 'a' }]);
  });

  test('is also filled for a staged pass', async () => {
    const file = newStudyFile();
    const earlier = openTrial(file);
    await mirror(earlier, 'labs', [first]);
    await stage(earlier, 'labs', [first, labPage([{ id: 'b', value: 6, more: ',"extra":2' }])]);
    earlier.close();

    const study = openTrial(file, [newer, subjects]);
    expect(all(study, 'SELECT record_id, extra FROM labs_staged')).toEqual([{ record_id: 'b', extra: 2 }]);
    const pass = beginPass(study, 'labs');
    const last = labPage([{ id: 'c', value: 7 }]);
    await stageBody(study, pass, 3, last);
    prove(study, pass);
    applyFlip(study, planFlip(study, [pass]));
    expect(all(study, 'SELECT record_id, _added FROM labs ORDER BY record_id')).toEqual([
      { record_id: 'a', _added: 1 },
      { record_id: 'b', _added: 2 },
      { record_id: 'c', _added: 2 },
    ]);
    expect(checkStudy(study)).toEqual([]);
  });

  test('is applied by whoever opens the file first, even a reader', async () => {
    const file = newStudyFile();
    const earlier = openTrial(file);
    await mirror(earlier, 'labs', [first]);
    const seals = { current: sealOf(earlier), pending: null };
    earlier.close();
    const reader = openStudyForReading(file.path, file.key, STUDY, seals, [newer, subjects]);
    expect(reader.db.prepare('SELECT extra FROM labs').pluck().get()).toBe(1.5);
    reader.close();
  });
});

describe('a check', () => {
  test.each([
    ['a changed cell', 'UPDATE labs_row SET result = 6', /Trial of study 22-001 has rows that do not match its pages/],
    ['a lost row', 'DELETE FROM labs_row', /has rows that do not match/],
    ['a lost issue', 'DELETE FROM body_issue', /has issues that do not match/],
    ['a lost page', 'DELETE FROM page', /pages that differ from those proven/],
  ])('finds %s', async (_name, damage, message) => {
    const study = openTrial(newStudyFile());
    await mirror(study, 'labs', [first]);
    expect(checkStudy(study)).toEqual([]);
    study.db.exec(damage);
    expect(checkStudy(study).join(' ')).toMatch(message);
  });

  test('finds a body that does not match its digest', async () => {
    const study = openTrial(newStudyFile());
    await mirror(study, 'labs', [first]);
    study.db.prepare('UPDATE body SET deflated = ?').run(Buffer.from('x'));
    expect(() => checkStudy(study)).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  });
});
