import { expect, test } from 'vitest';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { rebuildProjections } from '../../../src/core/store/study-file/rebuild.ts';
import { bundle, newTrial, prove, stage, STUDY } from '../../unit/store/trial-study.ts';

/** More values than are parsed of one record at once. Regression: reading such a page again parsed it whole, and set all of it aside. */
test('a Group of 20,000 members passes the check, and has all its members after a rebuild', async () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `{"entity":{"reference":"Patient/${index}"}}`);
  const group = `{"resourceType":"Group","identifier":[{"value":"${STUDY}"}],"type":"person","member":[${members.join(',')}]}`;
  const study = newTrial();
  const pass = await stage(study, 'subjects', [bundle([`{"fullUrl":"x","resource":${group}}`], 1)]);
  prove(study, pass);
  applyFlip(study, planFlip(study, [pass]));
  expect(checkStudy(study)).toEqual([]);
  study.db.exec("UPDATE projection SET fingerprint = 'older' WHERE dataset = 'subjects'");
  expect(rebuildProjections(study).map(({ name }) => name)).toEqual(['subjects']);
  expect(study.db.prepare('SELECT count(*) FROM subjects_row').pluck().get()).toBe(20_000);
});
