import { expect, test } from 'vitest';
import { readSubjectsSeen } from '../../../src/core/store/database/subjects-seen.ts';
import { bundle, labs, mirror, newStudyFile, newTrial, openTrial, STUDY, subjects } from './trial-study.ts';

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

test('records read again by a newer declaration are compared again', async () => {
  const file = newStudyFile();
  const earlier = openTrial(file);
  await mirror(earlier, 'subjects', [bundle([group(['0001', '0002'])])]);
  await mirror(earlier, 'labs', [bundle([lab('a', '0001'), lab('b', 'of 0002')])]);
  expect(readSubjectsSeen(earlier).labs).toMatchObject({ seen: 2, outsideGroup: 1 });
  earlier.close();
  const columns = labs.columns.map((column) =>
    column.name === 'subject' ? { ...column, read: (sent: string) => sent.replace(/^Patient\/(?:of )?/, '') } : column,
  );
  const study = openTrial(file, [{ ...labs, version: 2, columns }, subjects]);
  expect(readSubjectsSeen(study).labs).toMatchObject({ seen: 2, outsideGroup: 0 });
});
