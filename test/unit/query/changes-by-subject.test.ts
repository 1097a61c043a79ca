import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listChanges } from '../../../src/core/query/changes.ts';
import { changesBySubject, generationBefore } from '../../../src/core/query/changes-by-subject.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0001' },
    { record_id: 'b', subject: '0002' },
  ]);
  fixture.change(`INSERT INTO first_load VALUES ('labs', 1, '2026-11-20T14:05:00Z', 2)`);
  fixture.change(`INSERT INTO generation VALUES (2, '2026-11-21T23:30:00.500Z', '[]')`);
  fixture.add(
    'labs',
    [
      { record_id: 'c', subject: '0001' },
      { record_id: 'd', subject: '0003' },
    ],
    2,
  );
  change('c', '0001', 'new');
  change('d', '0003', 'new');
  change('gone', '0004', 'vanished');
  change('nobody', null, 'new');
});
afterEach(() => {
  fixture.remove();
});

function change(key: string, subject: string | null, kind: string): void {
  fixture.change(
    `INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES (2, '2026-11-21T23:30:00Z', 'labs', '${key}', ${subject === null ? 'NULL' : `'${subject}'`}, '${kind}', '[]')`,
  );
}

describe('changes by subject', () => {
  test('distinguish new subjects from subjects with new records, and count records that name no subject', () => {
    const { subjects, nameless } = changesBySubject(fixture.study, 1, null);
    expect(subjects.map(({ subject, isNew }) => [subject, isNew])).toEqual([
      ['0003', true],
      ['0001', false],
      ['0004', false],
    ]);
    expect(subjects[1]?.datasets).toEqual([{ dataset: 'labs', new: 1, changed: 0, vanished: 0 }]);
    expect(nameless).toBe(1);
  });

  test('count the first load as new when they start before it', () => {
    const { subjects } = changesBySubject(fixture.study, 0, null);
    expect(subjects.map(({ subject, isNew }) => [subject, isNew])).toEqual([
      ['0001', true],
      ['0002', true],
      ['0003', true],
      ['0004', false],
    ]);
    expect(subjects[0]?.datasets).toEqual([{ dataset: 'labs', new: 2, changed: 0, vanished: 0 }]);
  });

  test('cover a record with very many entries, as only a hostile history has', () => {
    fixture.change(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields)
      WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 40000)
      SELECT 2, '2026-11-21T23:30:00Z', 'labs', 'c', '0001', 'changed', '[]' FROM counted`);
    // Compared with each other, they would take minutes.
    const { subjects } = changesBySubject(fixture.study, 1, ['0001']);
    expect(subjects).toMatchObject([{ isNew: false, datasets: [{ dataset: 'labs', new: 1, changed: 40000 }] }]);
  });

  test('cover only the subjects of the filter, like the list of changes', () => {
    expect(changesBySubject(fixture.study, 1, ['0003'])).toMatchObject({ subjects: [{ subject: '0003' }], nameless: 0 });
    const listed = listChanges(fixture.study, { dataset: null, since: 0, kind: null, subjects: ['0001'], offset: 0, limit: 10 });
    expect(listed.counts).toEqual({ new: 2, changed: 0, vanished: 0 });
    expect(listed.changes.map(({ key }) => key)).toEqual(['c', 'a']);
  });
});

test.each([
  ['2026-11-20T00:00:00Z', 0],
  ['2026-11-20T14:05:00Z', 0],
  ['2026-11-20T14:05:01Z', 1],
  ['2026-11-21T23:30:00Z', 1],
  ['2026-11-22T00:00:00Z', 2],
])('changes from %s on are those since generation %i', (moment, generation) => {
  expect(generationBefore(fixture.study, moment)).toBe(generation);
});
