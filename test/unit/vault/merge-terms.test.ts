import { expect, onTestFinished, test } from 'vitest';
import { mergeVersions } from '../../../src/core/backup/merge-terms.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { storeTerms, termsHistory } from '../../../src/core/store/database/stored-terms.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { mirroredStudy } from '../query/mirrored-study.ts';
import { studyNumber } from '../query/study-fixture.ts';

/** Who made which decisions on tests and units, newest first, after those of others were merged with a person's own, twice. */
function mergedHistory(ownAt: string, others: readonly (readonly [by: string, at: string])[]): readonly (readonly [number, string])[] {
  const fixture = mirroredStudy();
  onTestFinished(() => {
    fixture.remove();
  });
  const study = openStudyForWriting(fixture.path, fixture.study.file.key, studyNumber, null);
  try {
    storeTerms(study.db, { ...defaultTerms, version: 1 }, { at: ownAt, by: 'a person', says: '' });
    const { version: _none, ...terms } = defaultTerms;
    const there = others.map(([by, at], index) => ({
      name: String(index + 1),
      value: JSON.stringify({ version: index + 1, by, says: '', terms }),
      at,
    }));
    const merge = study.db.transaction(() => mergeVersions(study, there));
    expect([merge(), merge()]).toEqual([new Set(others.map(String)).size, 0]);
    return termsHistory(study.db).map((one) => [one.version, one.by]);
  } finally {
    study.close();
  }
}

const [earlier, later, future] = ['2025-01-01T00:00:00.000Z', '2025-02-01T00:00:00.000Z', '9999-01-01T00:00:00.000Z'];

const person = [1, 'a person'];
const [newer, older] = [
  [[2, 'somebody else'], person],
  [[3, 'a person'], [2, 'somebody else'], person],
];

test.each([
  ['newer ones follow a person’s own', earlier, later, newer],
  ['older ones apply no more, but stay in the history', later, earlier, older],
  ['those dated in the future do not apply', earlier, future, older],
  ['those dated in the future are followed by any others', future, earlier, newer],
])('of decisions on tests and units, %s', (_what, ownAt, otherAt, history) => {
  expect(mergedHistory(ownAt, [['somebody else', otherAt]])).toEqual(history);
});

test('decisions that followed once more on another computer come once, where they followed last', () => {
  const others = [
    ['one', later],
    ['another', earlier],
    ['one', later],
  ] as const;
  expect(mergedHistory(earlier, others)).toEqual([[3, 'one'], [2, 'another'], person]);
});
