import { afterEach, beforeEach, expect, test } from 'vitest';
import { carryOver } from '../../../src/core/pack/carry-over.ts';
import { termsHistory } from '../../../src/core/store/database/stored-terms.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { makeStudy, studyNumber, type StudyFixture } from '../query/study-fixture.ts';

let [earlier, replacing]: [StudyFixture, StudyFixture] = [null, null] as never;
beforeEach(() => {
  [earlier, replacing] = [makeStudy(), makeStudy()];
});
afterEach(() => {
  earlier.remove();
  replacing.remove();
});

const at = (day: number): string => `2025-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;

function add(study: StudyFixture, kind: string, name: string, value: unknown, written = at(1)): void {
  study.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('${kind}', '${name}', '${JSON.stringify(value)}', '${written}')`);
}

function decide(study: StudyFixture, number: number, by: string, written: string): void {
  const { version: _none, ...terms } = defaultTerms;
  add(study, 'study-terms', String(number), { version: number, by, says: '', terms }, written);
}

function carry() {
  return carryOver({ path: earlier.path, key: earlier.key }, { path: replacing.path, key: replacing.key }, studyNumber);
}

const note = (text: string) => ({ place: { of: 'subject', subject: '0012' }, text, followUp: 'none' });

test('what people added is carried over and counted: notes, newer versions of them, and decisions', () => {
  add(earlier, 'note', 'only there', note('x'));
  add(earlier, 'note', 'newer there', note('new'), at(2));
  add(replacing, 'note', 'newer there', note('old'));
  decide(earlier, 1, 'somebody', at(1));
  expect(carry()).toEqual({ carried: 3, leftOut: 0 });
  expect(carry()).toEqual({ carried: 0, leftOut: 0 });
});

test('decisions are carried over in the order of their numbers', () => {
  for (let number = 1; number <= 11; number++) decide(earlier, number, `decision ${String(number)}`, at(number));
  decide(replacing, 1, 'own', at(20));
  expect(carry().carried).toBe(11);
  expect(termsHistory(replacing.study.db).map(({ by }) => by)).toEqual([
    'own',
    ...Array.from({ length: 11 }, (_, n) => `decision ${String(11 - n)}`),
    'own',
  ]);
});

test.each([
  ['its generations, and later ones', 1, 0],
  ['another generation', 0, 1],
])('marks are carried over into a copy with %s', (_what, carried, leftOut) => {
  add(earlier, 'looked-at', 'x', { generation: 1 });
  earlier.add('labs', [], 1);
  replacing.add('labs', [], 1);
  replacing.add('labs', [], 2);
  if (leftOut === 1) replacing.change("UPDATE generation SET at = '2026-11-20T14:06:00Z' WHERE number = 1");
  expect(carry()).toEqual({ carried, leftOut });
});

test('the earlier copy stays as it is', () => {
  add(earlier, 'note', 'x', note('x'));
  carry();
  expect(earlier.study.db.prepare('SELECT count(*) FROM annotation').pluck().get()).toBe(1);
});
