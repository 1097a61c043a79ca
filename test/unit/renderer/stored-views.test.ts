import { afterEach, describe, expect, test, vi } from 'vitest';
import { storedViewSchema } from '../../../src/shared/calls/places.ts';
import type { StudyCard } from '../../../src/shared/contract.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { mostStoredDrafts, mostStoredSubjects } from '../../../src/shared/stored-view-limits.ts';
import { freshState, type GridState, type GridStates } from '../../../src/renderer/data/table/grid-state.ts';
import { keepViews, storedViewOf, restoreView } from '../../../src/renderer/app/memory/view-memory.ts';
import { withDraft, type NoteDrafts } from '../../../src/renderer/data/model/note-drafts.ts';
import { storedPlaceOf, restoredPlace, studyPlace, subjectPlace } from '../../../src/renderer/data/model/place.ts';
import { createStore } from '../../../src/renderer/data/model/store.ts';
import type { StudiesState } from '../../../src/renderer/data/model/studies-state.ts';
import type { SubjectFilters } from '../../../src/renderer/data/model/subject-filter.ts';
import type { DataSource } from '../../../src/renderer/data/port/data-source.ts';

const study = '22-001';

function views() {
  return {
    grids: createStore<GridStates>(new Map()),
    subjectFilters: createStore<SubjectFilters>(new Map()),
    chartChoices: createStore<ReadonlyMap<string, string>>(new Map()),
    noteDrafts: createStore<NoteDrafts>(new Map()),
  };
}

const set: GridState = {
  ...freshState(datasets.labs),
  where: [{ column: 'times_upper_limit', op: '>', values: ['3'] }],
  search: 'alt',
  byVisit: { shown: true, tests: ['ALT'], sort: [] },
  topRow: 412,
};

test('filters, search, order, table by visit, top row, chart, subject filter and unfinished notes are restored', () => {
  const before = views();
  before.grids.update(() => new Map([[`${study}/labs`, set]]));
  before.subjectFilters.update(() => new Map([[study, { subjects: ['0012'], says: 'from a list' }]]));
  before.chartChoices.update(() => new Map([[`${study}/tab`, 'swimmer']]));
  before.noteDrafts.update(() => new Map([[`${study}/labs r7`, 'Ask the si']]));
  const view = storedViewSchema.parse(JSON.parse(JSON.stringify(storedViewOf(before, study))));
  const after = views();
  expect(restoreView(after, study, view)).toEqual([]);
  expect(after.grids.get()).toEqual(before.grids.get());
  expect(after.subjectFilters.get()).toEqual(before.subjectFilters.get());
  expect(after.chartChoices.get()).toEqual(before.chartChoices.get());
  expect(after.noteDrafts.get()).toEqual(before.noteDrafts.get());
});

test('nothing is stored if nothing is set, or only in another study', () => {
  const model = views();
  expect(storedViewOf(model, study)).toBeNull();
  model.grids.update(
    () =>
      new Map([
        ['23-014/labs', set],
        [`${study}/vitals`, freshState(datasets.vitals)],
      ]),
  );
  expect(storedViewOf(model, study)).toBeNull();
});

test('a view that was stored before unfinished notes were stored is restored', () => {
  const model = views();
  const view = storedViewSchema.parse({ grids: {}, charts: { tab: 'swimmer' }, subjectFilter: null, droppedSubjects: 0 });
  expect(restoreView(model, study, view)).toEqual([]);
  expect(model.chartChoices.get().get(`${study}/tab`)).toBe('swimmer');
});

test('the latest unfinished notes are kept, as many as can be stored; an empty one is forgotten', () => {
  let drafts: NoteDrafts = new Map();
  for (let at = 0; at <= mostStoredDrafts; at++) drafts = withDraft(drafts, `${study}/labs r${String(at)}`, 'text');
  expect(drafts.size).toBe(mostStoredDrafts);
  expect(drafts.has(`${study}/labs r0`)).toBe(false);
  drafts = withDraft(drafts, `${study}/labs r1`, 'more text');
  expect([...drafts].at(-1)).toEqual([`${study}/labs r1`, 'more text']);
  expect(withDraft(drafts, `${study}/labs r1`, '').has(`${study}/labs r1`)).toBe(false);
});

test('what cannot be restored is reported', () => {
  expect(restoreView(views(), study, null)).toHaveLength(1);
  const large = views();
  const subjects = Array.from({ length: mostStoredSubjects + 1 }, (_, at) => String(at));
  large.subjectFilters.update(() => new Map([[study, { subjects, says: '' }]]));
  const view = storedViewOf(large, study);
  const after = views();
  expect(restoreView(after, study, view)).toEqual([expect.stringContaining('named 50,001 subjects')]);
  expect(after.subjectFilters.get().size).toBe(0);
  const gone = views();
  gone.grids.update(() => new Map([[`${study}/labs`, { ...set, where: [{ column: 'no_more', op: 'present', values: [] }] }]]));
  const other = views();
  expect(restoreView(other, study, storedViewOf(gone, study))).toEqual([expect.stringContaining('by no_more were cleared')]);
  expect(other.grids.get().get(`${study}/labs`)?.where).toEqual([]);
});

test('a place is restored by its section and a subject page by its subject, without an open record', () => {
  const places = [studyPlace(study, 'charts'), subjectPlace(study, '0012')];
  for (const place of places) expect(restoredPlace(storedPlaceOf(place) ?? { study, section: '' })).toEqual(place);
  expect(storedPlaceOf(studyPlace(study, 'labs', { dataset: 'labs', key: 'r1' }))).toEqual({ study, section: 'labs' });
  expect(restoredPlace({ study, section: 'subject' })).toBeNull();
  expect(restoredPlace({ study, section: 'elsewhere' })).toBeNull();
});

test('a text that is too long to be stored does not affect other settings', () => {
  const model = views();
  model.subjectFilters.update(() => new Map([[study, { subjects: ['0012'], says: `at ${'a visit '.repeat(100)}` }]]));
  model.chartChoices.update(
    () =>
      new Map([
        [`${study}/tab`, 'swimmer'],
        [`${study}/tests-labs`, 'a test'.repeat(1000)],
      ]),
  );
  const view = storedViewSchema.parse(JSON.parse(JSON.stringify(storedViewOf(model, study))));
  expect(view.charts).toEqual({ tab: 'swimmer' });
  expect(view.subjectFilter?.subjects).toEqual(['0012']);
});

describe('storing', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A window with one study; `stored`: the views that it asked to store. */
  function storing(isUnread: boolean) {
    vi.useFakeTimers();
    vi.stubGlobal('window', { addEventListener: () => undefined, removeEventListener: () => undefined });
    const stored: unknown[] = [];
    const call = async (_name: string, { view }: { view: unknown }): Promise<void> => {
      stored.push(view);
    };
    const model = {
      ...views(),
      data: { call } as unknown as DataSource,
      studies: createStore<StudiesState>({ cards: [{ study } as StudyCard], error: null }),
    };
    const stop = keepViews(model, isUnread);
    vi.runAllTimers();
    return { model, stored, stop };
  }

  test('defaults do not replace views that could not be read, but what is chosen then does', () => {
    const { model, stored, stop } = storing(true);
    expect(stored).toEqual([]);
    model.chartChoices.update(() => new Map([[`${study}/tab`, 'swimmer']]));
    vi.runAllTimers();
    expect(stored).toMatchObject([{ charts: { tab: 'swimmer' } }]);
    model.chartChoices.update(() => new Map());
    vi.runAllTimers();
    expect(stored.at(-1)).toBeNull();
    stop();
  });

  test('defaults replace views that were read', () => {
    const { stored, stop } = storing(false);
    expect(stored).toEqual([null]);
    stop();
  });
});
