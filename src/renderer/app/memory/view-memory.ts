import { useEffect, useState } from 'react';
import type { StoredGrid, StoredView } from '../../../shared/calls/places.ts';
import { columnOf, datasets, datasetNames, type Dataset } from '../../../shared/datasets/datasets.ts';
import { freshState, type GridState, type GridStates } from '../../data/table/grid-state.ts';
import { storedLengths, mostStoredSubjects } from '../../../shared/stored-view-limits.ts';
import { nonePicked } from '../../data/table/picked.ts';
import type { Model } from '../../data/model/model.ts';
import { withSubjectFilter } from '../../data/model/subject-filter.ts';
import { showAttention } from '../../ui/parts/toasts.tsx';
import { useModel } from '../../data/model/model-context.ts';
import type { Store } from '../../data/model/store.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** What is stored of each study. */
type StoredParts = Pick<Model, 'grids' | 'subjectFilters' | 'chartChoices' | 'noteDrafts'>;

/** The current view settings of a study; null if all are defaults, so there is nothing to store. */
export function storedViewOf(model: StoredParts, study: string): StoredView | null {
  const grids = Object.fromEntries([...model.grids.get()].flatMap(([key, state]) => storedGrid(study, key, state)));
  const charts = storedTexts(study, model.chartChoices, { name: storedLengths.chartName, text: storedLengths.chartChoice });
  const noteDrafts = storedTexts(study, model.noteDrafts, { name: storedLengths.draftName, text: storedLengths.draft });
  const filter = model.subjectFilters.get().get(study);
  if (filter === undefined && [grids, charts, noteDrafts].every((parts) => Object.keys(parts).length === 0)) return null;
  const tooMany = filter !== undefined && filter.subjects.length > mostStoredSubjects;
  return {
    grids,
    charts,
    subjectFilter:
      filter === undefined || tooMany ? null : { subjects: [...filter.subjects], says: filter.says.slice(0, storedLengths.says) },
    droppedSubjects: tooMany ? filter.subjects.length : 0,
    noteDrafts,
  };
}

/** Restores the stored view settings of a study. Returns a sentence for each thing that could not be restored. */
export function restoreView(model: StoredParts, study: string, view: StoredView | null): readonly string[] {
  if (view === null) return [`The saved filters and table settings of ${study} could not be restored and were cleared.`];
  const { subjectFilter, droppedSubjects } = view;
  const restored = Object.entries(view.grids).map(([name, kept]) => ({ key: `${study}/${name}`, ...gridOf(name, kept) }));
  model.grids.update(
    (all): GridStates => new Map([...restored.flatMap(({ key, state }) => (state === null ? [] : [[key, state] as const])), ...all]),
  );
  restoreTexts(study, model.chartChoices, view.charts);
  restoreTexts(study, model.noteDrafts, view.noteDrafts);
  if (subjectFilter !== null && !model.subjectFilters.get().has(study))
    model.subjectFilters.update((all) => withSubjectFilter(all, study, subjectFilter));
  const gone = [...new Set(restored.flatMap((grid) => grid.gone))];
  return [
    ...(droppedSubjects === 0
      ? []
      : [
          `The subject filter of ${study} named ${formatCount(droppedSubjects)} subjects, more than can be saved. It was cleared; all subjects are shown.`,
        ]),
    ...(gone.length === 0
      ? []
      : [`Filters and sorting of ${study} by ${gone.join(', ')} were cleared because these columns no longer exist.`]),
  ];
}

type Texts = Store<ReadonlyMap<string, string>>;

/** The texts of a study by name, without those that are too long to be stored. */
function storedTexts(study: string, texts: Texts, longest: { readonly name: number; readonly text: number }): Record<string, string> {
  return Object.fromEntries(
    [...texts.get()]
      .flatMap(([key, text]) => storedPart(study, key, text))
      .filter(([name, text]) => name.length <= longest.name && text.length <= longest.text),
  );
}

/** Adds stored texts to a study's. A text that was set meanwhile stays. */
function restoreTexts(study: string, texts: Texts, stored: Readonly<Record<string, string>>): void {
  texts.update((all) => new Map([...Object.entries(stored).map(([name, text]) => [`${study}/${name}`, text] as const), ...all]));
}

/** A stored grid without references to columns that no longer exist (`gone`). `state` is null if the table no longer exists. */
function gridOf(name: string, kept: StoredGrid): { readonly state: GridState | null; readonly gone: readonly string[] } {
  const dataset = datasetNames.map((one) => datasets[one]).find((one) => name === one.name || name.startsWith(`${one.name}/`));
  if (dataset === undefined) return { state: null, gone: [name] };
  const isHere = ({ column }: { readonly column: string }): boolean => columnOf(dataset, column) !== undefined;
  const where = kept.where.filter(isHere);
  const sort = kept.sort.filter(isHere);
  const gone = [...kept.where, ...kept.sort].filter((one) => !isHere(one)).map(({ column }) => column);
  return { state: { ...kept, where, sort, picked: nonePicked }, gone };
}

function storedGrid(study: string, key: string, state: GridState): readonly (readonly [string, StoredGrid])[] {
  return storedPart(study, key, state).flatMap(([name]) => {
    const dataset = datasetNames.map((one) => datasets[one]).find((one) => name === one.name || name.startsWith(`${one.name}/`));
    return dataset === undefined || isFresh(dataset, state) ? [] : [[name, storedStateOf(state)] as const];
  });
}

function storedStateOf({ where, search, sort, byVisit, topRow }: GridState): StoredGrid {
  const { shown, tests } = byVisit;
  return {
    where: [...where],
    search,
    sort: [...sort],
    byVisit: { shown, tests: tests === null ? null : [...tests], sort: [...byVisit.sort] },
    topRow,
  };
}

function isFresh(dataset: Dataset, state: GridState): boolean {
  return JSON.stringify(storedStateOf(state)) === JSON.stringify(storedStateOf(freshState(dataset)));
}

function storedPart<T>(study: string, key: string, value: T): readonly (readonly [string, T])[] {
  return key.startsWith(`${study}/`) ? [[key.slice(study.length + 1), value]] : [];
}

/** Milliseconds without a change before changes are stored together. */
const together = 250;

/**
 * Restores filters, sorting, charts and the subject filter of each study from before a lock or the end of the last session, reports what
 * could not be restored, and stores them from then on. Returns false until they are restored.
 */
export function useViewMemory(): boolean {
  const model = useModel();
  const [known, setKnown] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    model.data
      .call('views.kept')
      .then((kept) => {
        if (!current) return;
        const lost = kept.flatMap(({ study, view }) => restoreView(model, study, view));
        if (lost.length > 0) showAttention({ title: 'Some view settings were reset', says: lost.join(' ') });
      })
      .catch(() => {
        if (!current) return;
        setFailed(true);
        showAttention({ title: 'Filters are not restored', says: 'The saved view settings could not be read; everything is shown.' });
      })
      .finally(() => {
        if (current) setKnown(true);
      });
    return () => {
      current = false;
    };
  }, [model]);
  useEffect(() => (known ? keepViews(model, failed) : undefined), [model, known, failed]);
  return known;
}

/**
 * Stores view settings whenever they change. With `isUnread`, those stored earlier could not be read, so the defaults do not replace them
 * until the user changes something. Returns a function that stops this.
 */
export function keepViews(model: StoredParts & Pick<Model, 'data' | 'studies'>, isUnread: boolean): () => void {
  const kept = new Map<string, string>();
  const keep = (): void => {
    for (const { study } of model.studies.get().cards ?? []) {
      const view = storedViewOf(model, study);
      const text = JSON.stringify(view);
      if (kept.get(study) === text || (isUnread && view === null && !kept.has(study))) continue;
      kept.set(study, text);
      // Only stored for the next session; nothing on screen depends on it.
      model.data.call('views.keep', { study, view }).catch(() => undefined);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, together);
  };
  later();
  const stops = [model.grids, model.subjectFilters, model.chartChoices, model.noteDrafts, model.studies].map(({ subscribe }) =>
    subscribe(later),
  );
  window.addEventListener('pagehide', keep);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    window.removeEventListener('pagehide', keep);
  };
}
