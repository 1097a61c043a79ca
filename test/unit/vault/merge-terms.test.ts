import { expect, onTestFinished, test } from 'vitest';
import { mergeVersions } from '../../../src/core/backup/merge-terms.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { storeTerms, termsHistory } from '../../../src/core/store/database/stored-terms.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { mirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

/** Who made the newest decisions on tests and units after those of somebody else were merged with a person's own. */
function newestOf(ownAt: string, otherAt: string): string | undefined {
  const fixture = mirroredStudy();
  onTestFinished(() => {
    fixture.remove();
  });
  const study = openStudyForWriting(fixture.path, fixture.study.file.key, studyNumber, null);
  try {
    storeTerms(study.db, { ...defaultTerms, version: 1 }, { at: ownAt, by: 'a person', says: '' });
    const { version, ...terms } = { ...defaultTerms, version: 1 };
    const value = JSON.stringify({ version, by: 'somebody else', says: '', terms });
    study.db.transaction(() => mergeVersions(study, [{ name: '1', value, at: otherAt }]))();
    return termsHistory(study.db)[0]?.by;
  } finally {
    study.close();
  }
}

const [earlier, later, future] = ['2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'];

test.each([
  ['newer ones replace a person’s own', earlier, later, 'somebody else'],
  ['older ones do not', later, earlier, 'a person'],
  ['those dated in the future do not', earlier, future, 'a person'],
  ['those dated in the future are replaced by any others', future, earlier, 'somebody else'],
])('of decisions on tests and units, %s', (_what, ownAt, otherAt, newest) => {
  expect(newestOf(ownAt, otherAt)).toBe(newest);
});
