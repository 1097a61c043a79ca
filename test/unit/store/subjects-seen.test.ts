import { expect, test } from 'vitest';
import { readSubjectsSeen } from '../../../src/core/store/subjects-seen.ts';
import { bundle, mirror, newTrial, STUDY } from './trial-study.ts';

function lab(id: string, subject: string): string {
  return `{"resource":{"resourceType":"Observation","id":"${id}","extension":[{"url":"s#IDB.Protocol","valueString":"${STUDY}"}],"subject":{"reference":"Patient/${subject}"}}}`;
}

function group(subjects: readonly string[]): string {
  const members = subjects.map((subject) => `{"entity":{"reference":"Patient/${subject}"}}`).join(',');
  return `{"resource":{"resourceType":"Group","identifier":[{"value":"${STUDY}"}],"type":"person","member":[${members}]}}`;
}

test('records that name nobody are no subject outside the Group', async () => {
  const study = newTrial();
  await mirror(study, 'subjects', [bundle([group(['0001', '0002'])])]);
  await mirror(study, 'labs', [bundle([lab('a', '0001'), lab('b', ''), lab('c', ''), lab('d', '0009')])]);
  const counts = { seen: 2, members: 2, outsideGroup: 1, withoutData: 1 };
  expect(readSubjectsSeen(study)).toMatchObject({ labs: counts, subjects: counts });
});
