import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { openStudyForReading } from '../../../src/core/store/study-file/study-file.ts';
import { labText, mirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

const named = (id: string, test: string): string =>
  labText(id, { value: '70', extra: ',"referenceRange":[{"text":"120 - 160"}]' })
    .replace('"text":"ALT"', `"text":"${test}"`)
    .replace('"U/L"', '"g/L"');

/** What the check of a study finds after its rows were changed with its key. */
async function found(change: string): Promise<readonly string[]> {
  const fixture = mirroredStudy();
  onTestFinished(() => {
    fixture.remove();
  });
  await fixture.mirror('labs', [[named('a', 'Hemoglobin'), named('b', 'ALT')]]);
  const { key } = fixture.study.file;
  const db = openDatabase(fixture.path, key, 'write');
  expect(db.prepare("SELECT ctcae_grade_low FROM labs WHERE record_id = 'a'").pluck().get()).toBe(3);
  db.exec(change);
  db.close();
  const study = openStudyForReading(fixture.path, key, studyNumber, null);
  try {
    return checkStudy(study);
  } finally {
    study.close();
  }
}

test.each([
  ['another grade', "UPDATE labs_row SET ctcae_grade_low = 0 WHERE record_id = 'a'"],
  ['no grade', "UPDATE labs_row SET ctcae_grade_low = NULL, ctcae_not_graded = 'no number' WHERE record_id = 'a'"],
])('%s of a test that CTCAE grades without a baseline is found', async (_what, change) => {
  expect((await found(change)).join(' ')).toMatch(/has rows that do not match its pages/);
});

test('a grade that may follow from the baseline of the subject is not compared with the page, which does not say it', async () => {
  expect(await found("UPDATE labs_row SET ctcae_grade_high = 1 WHERE record_id = 'b'")).toEqual([]);
});
