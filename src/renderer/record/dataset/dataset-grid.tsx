import { useCallback, useMemo, type ReactNode } from 'react';
import type { GridRow, StudyCard } from '../../../shared/contract.ts';
import { datasets, type DatasetName, type Dataset } from '../../../shared/datasets/datasets.ts';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import { notedKeys } from '../notes/note-model.ts';
import { usePreferences, useStudyCard, useModel } from '../../data/model/model-context.ts';
import { later } from '../../ui/parts/later.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { GridContext, type Grid } from '../grid/grid-context.ts';
import { GridDesk } from './grid-desk.tsx';
import { hasVisits, selectionOf, freshState, type GridState } from '../../data/table/grid-state.ts';
import { textsOf, withGrown, useGrownWidths } from '../grid/grown-widths.ts';
import { useMarks } from '../grid/change-marks.ts';
import { useOpened } from '../grid/anchored.tsx';
import { askedOrder } from '../grid/number-twin.ts';
import { useRows } from '../grid/use-rows.ts';
import { useTick } from '../grid/use-tick.ts';
import { useStore } from '../../data/model/store.ts';
import { layoutKey, mergeLayout, sameLayout, type LayoutColumn } from '../../data/table/layout.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import '../grid/grid.css';
import '../grid/popovers.css';

/** Loaded when a table is first shown by visit. */
const PivotDesk = later(() => import('../pivot/pivot-desk.tsx').then((part) => part.PivotDesk));

interface Props {
  readonly study: string;
  readonly dataset: DatasetName;
  /** Shows only this subject's rows, with separate filters and without an inspector, which the subject's page has. */
  readonly subject?: string;
}

/** A dataset of a study as a table, with its record inspector. */
export function DatasetGrid({ study, dataset, subject }: Props): ReactNode {
  const card = useStudyCard(study);
  if (card === null) return null;
  return <MountedGrid key={`${study}/${dataset}/${subject ?? ''}`} card={card} dataset={datasets[dataset]} subject={subject ?? null} />;
}

interface MountedProps {
  readonly card: StudyCard;
  readonly dataset: Dataset;
  readonly subject: string | null;
}

function MountedGrid({ card, dataset, subject }: MountedProps): ReactNode {
  const { vocabulary } = usePreferences();
  const generation = card.status.datasets.find((status) => status.dataset === dataset.name)?.generation ?? 0;
  const [state, change] = useGridState(card.study, dataset, subject);
  const [kept, changeLayout] = useLayout(card.study, dataset);
  const [grown, grow] = useGrownWidths(card.study, dataset.name);
  const layout = useMemo(() => withGrown(dataset, kept, grown), [dataset, kept, grown]);
  const onRows = useCallback(
    (read: readonly GridRow[]) => {
      grow(dataset.columns, textsOf(dataset.columns, read));
    },
    [dataset, grow],
  );
  const [opened, open] = useOpened();
  const { where, search } = state;
  const [subjectFilter] = useSubjectFilter(card.study);
  const filtered = subjectFilter?.subjects ?? null;
  const subjects = useMemo(() => (subject === null ? filtered : [subject]), [subject, filtered]);
  const selection = useMemo(() => selectionOf(dataset, { where, search }, subjects), [dataset, where, search, subjects]);
  const order = useMemo(() => askedOrder(dataset, state.sort), [dataset, state.sort]);
  const rows = useRows(card.study, selection, order, generation, onRows);
  const marks = useMarks(card, dataset, subjects, generation);
  const notes = useAnnotations(card.study, 'note').data;
  const noted = useMemo(() => notedKeys(notes ?? [], dataset.name), [notes, dataset]);
  const tick = useTick({ study: card.study, selection, sort: order, generation }, state.picked, change);
  const grid = useMemo<Grid>(
    () => ({
      card,
      dataset,
      vocabulary,
      state,
      change,
      subject,
      selection,
      order,
      layout,
      grown,
      grow,
      changeLayout,
      rows,
      marks,
      noted,
      tick,
      opened,
      open,
    }),
    [
      card,
      dataset,
      vocabulary,
      state,
      change,
      subject,
      selection,
      order,
      layout,
      grown,
      grow,
      changeLayout,
      rows,
      marks,
      noted,
      tick,
      opened,
      open,
    ],
  );
  return (
    <GridContext value={grid}>
      {state.byVisit.shown && hasVisits(dataset) ? <PivotDesk generation={generation} /> : <GridDesk generation={generation} />}
    </GridContext>
  );
}

/** State of a dataset's grid, or of the one on a subject's page. It is restored after a lock. */
function useGridState(
  study: string,
  dataset: Dataset,
  subject: string | null,
): readonly [GridState, (change: (before: GridState) => GridState) => void] {
  const { grids } = useModel();
  const key = subject === null ? layoutKey(study, dataset.name) : `${layoutKey(study, dataset.name)}/${subject}`;
  const fresh = useMemo(() => freshState(dataset), [dataset]);
  const state = useStore(grids).get(key) ?? fresh;
  const change = useCallback(
    (next: (before: GridState) => GridState) => {
      grids.update((all) => {
        const before = all.get(key) ?? fresh;
        const after = next(before);
        return after === before ? all : new Map(all).set(key, after);
      });
    },
    [grids, key, fresh],
  );
  return [state, change];
}

type ChangeLayout = (change: (before: readonly LayoutColumn[]) => readonly LayoutColumn[]) => void;

/** The column layout of a dataset, saved in the preferences. */
function useLayout(study: string, dataset: Dataset): readonly [readonly LayoutColumn[], ChangeLayout] {
  const model = useModel();
  const { layouts } = usePreferences();
  const key = layoutKey(study, dataset.name);
  const layout = useMemo(() => mergeLayout(dataset, layouts[key]), [dataset, layouts, key]);
  const change = useCallback<ChangeLayout>(
    (next) => {
      const kept = model.preferences.get().layouts;
      const before = mergeLayout(dataset, kept[key]);
      const after = next(before);
      if (sameLayout(before, after)) return;
      changePreferences(model, { layouts: { ...kept, [key]: { columns: [...after] } } }).catch((error: unknown) => {
        showFailure('The column settings could not be saved', error);
      });
    },
    [model, dataset, key],
  );
  return [layout, change];
}
