import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mergeRows } from '../../../src/core/backup/merge-annotations.ts';
import type { AnnotationRow } from '../../../src/core/store/database/annotation-rows.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';
import { openStudyForWriting } from '../../../src/core/store/study-file/study-file.ts';
import { noCounts } from '../../../src/shared/backup.ts';
import { makeStudy, studyNumber, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
let writer: WritableStudy & { close(): void };
beforeEach(() => {
  fixture = makeStudy();
  writer = openStudyForWriting(fixture.path, fixture.key, studyNumber, null);
});
afterEach(() => {
  writer.close();
  fixture.remove();
});

const [earlier, later] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];

function note(text: string, at: string): AnnotationRow {
  return { kind: 'note', name: 'mine', value: JSON.stringify({ place: { of: 'subject', subject: '0012' }, text, followUp: 'none' }), at };
}

/** Merges these rows into those, and returns what was counted and what is there then. */
function merge(here: readonly AnnotationRow[], there: readonly AnnotationRow[], sameGenerations = true) {
  mergeRows(writer, here, true);
  const counts = mergeRows(writer, there, sameGenerations);
  const rows = writer.db.prepare<[], AnnotationRow>('SELECT kind, name, value, at FROM annotation ORDER BY kind, name').all();
  return { ...counts, rows };
}

describe('an annotation', () => {
  test.each([
    ['note', 'notes'],
    ['looked-at', 'marks'],
    ['looked', 'marks'],
    ['check-owner', 'marks'],
    ['check-rule', 'checks'],
    ['subject-filter', 'filters'],
    ['grid-view', 'views'],
    ['subject-view', 'views'],
    ['visit-order', 'visits'],
    ['data-cut-off', 'visits'],
    ['reference-dates', 'visits'],
    ['of-a-newer-carrel', 'views'],
  ])('%s that is missing here is added, and counts among the %s', (kind, counted) => {
    const row = { kind, name: 'x', value: '{"generation":1}', at: earlier };
    expect(merge([], [row])).toEqual({ added: { ...noCounts(), [counted]: 1 }, updated: 0, leftOut: 0, rows: [row] });
  });

  test.each([
    ['newer', note('here', earlier), note('there', later), 1],
    ['of the same time', note('here', earlier), note('there', earlier), 0],
    ['older', note('here', later), note('there', earlier), 0],
    ['newer, but the same', note('here', earlier), note('here', later), 0],
  ])('that is %s there replaces the one here: %#', (_what, here, there, updated) => {
    expect(merge([here], [there])).toEqual({ added: noCounts(), updated, leftOut: 0, rows: [updated === 1 ? there : here] });
  });

  test('that can be read is not replaced by one that cannot, but an unreadable one is', () => {
    const [readable, unreadable] = [note('here', earlier), { ...note('x', later), value: '{"of":"a newer Carrel"}' }];
    expect(merge([readable], [unreadable]).rows).toEqual([readable]);
    const newest = { ...unreadable, value: '{"of":"the newest"}', at: '2026-11-23T10:00:00.000Z' };
    const [first, second] = [
      { ...unreadable, name: 'a' },
      { ...newest, name: 'a' },
    ];
    expect(merge([first], [second])).toMatchObject({ updated: 1 });
  });
});

describe('a mark of a generation', () => {
  const marks = ['looked', 'looked-at'].map((kind) => ({ kind, name: 'x', value: '{"generation":1}', at: later }));

  test('is left out if generations differ, also where it would replace one', () => {
    expect(merge([], marks, false)).toEqual({ added: noCounts(), updated: 0, leftOut: 2, rows: [] });
    const older = marks.map((mark) => ({ ...mark, value: '{"generation":2}', at: earlier }));
    expect(merge(older, marks, false)).toMatchObject({ updated: 0, leftOut: 2 });
  });

  test('that is here in a newer version is not counted as left out', () => {
    expect(merge(marks, marks, false).leftOut).toBe(0);
  });
});
