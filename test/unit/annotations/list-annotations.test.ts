import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decidedVisitsIn, listAnnotations, notesIn, referenceDatesIn } from '../../../src/core/annotations/list-annotations.ts';
import { writeAnnotation } from '../../../src/core/annotations/write-annotations.ts';
import { makeSeal } from '../../../src/core/store/database/seal.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import type { SharedStudyFiles } from '../../../src/core/sync/writable-files.ts';
import type { SyncHost } from '../../../src/core/vault/studies/sync-host.ts';
import type { Annotation } from '../../../src/shared/annotations.ts';
import { makeStudy, studyNumber, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const at = (day: number): string => `2026-11-2${String(day)}T10:00:00.000Z`;

function add(kind: string, name: string, value: unknown, written: string): void {
  fixture.change(`INSERT INTO annotation (kind, name, value, at) VALUES ('${kind}', '${name}', '${JSON.stringify(value)}', '${written}')`);
}

const note = (text: string) => ({ place: { of: 'subject', subject: '0012' }, text, followUp: 'none' }) as const;

test('notes are listed newest first, of one time by name, without those that cannot be read', () => {
  add('note', 'b', note('same time'), at(1));
  add('note', 'a', note('same time'), at(1));
  add('note', 'c', note('newest'), at(2));
  add('note', 'd', { of: 'a newer Carrel' }, at(3));
  add('visit-order', 'e', { visits: [] }, at(4));
  expect(listAnnotations(fixture.study, 'note').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(notesIn(fixture.study)[0]).toEqual({ id: 'c', at: at(2), value: note('newest') });
});

test('of reference dates and orders of visits the newest counts, and there need be none', () => {
  expect([referenceDatesIn(fixture.study), decidedVisitsIn(fixture.study)]).toEqual([[], []]);
  const dates = (date: string) => [{ subject: '0012', date }];
  add('reference-dates', 'a', { dates: dates('2026-01-02') }, at(2));
  add('reference-dates', 'b', { dates: dates('2026-01-01') }, at(1));
  add('visit-order', 'c', { visits: ['newer'] }, at(2));
  add('visit-order', 'd', { visits: ['older'] }, at(1));
  expect(referenceDatesIn(fixture.study)).toEqual(dates('2026-01-02'));
  expect(decidedVisitsIn(fixture.study)).toEqual(['newer']);
});

describe('an annotation that is written', () => {
  /** Writes into the fixture as the writer's process does. */
  async function write(annotation: Annotation, id: string | null = null) {
    const writer = openStudyForWriting(fixture.path, fixture.key, studyNumber, null);
    const host = { studyFile: async () => ({ seal: { current: makeSeal(studyNumber, 1, []), pending: null } }) } as unknown as SyncHost;
    const files = { write: async (_study: string, work: (study: typeof writer) => unknown) => Promise.resolve(work(writer)) };
    try {
      return await writeAnnotation(host, files as unknown as SharedStudyFiles, {
        study: studyNumber,
        annotation,
        id,
      });
    } finally {
      writer.close();
    }
  }

  test('has an id of its own, or replaces that of the given id', async () => {
    const { id } = await write({ kind: 'note', value: note('one') });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await write({ kind: 'note', value: note('two') }, id)).toEqual({ id });
    expect(notesIn(fixture.study).map(({ value }) => value.text)).toEqual(['two']);
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
  ])('as a mark of generation %i refers to generation %i if there are two', async (generation, stored) => {
    fixture.add('labs', [{ record_id: 'a' }], 1);
    fixture.add('labs', [{ record_id: 'b' }], 2);
    const value = { check: 'several-units', dataset: 'labs', generation, at: at(1), keys: ['a'] } as const;
    await write({ kind: 'looked-at', value: { ...value, keys: ['a'] } });
    expect(listAnnotations(fixture.study, 'looked-at')).toMatchObject([{ annotation: { value: { generation: stored, keys: ['a'] } } }]);
  });
});
