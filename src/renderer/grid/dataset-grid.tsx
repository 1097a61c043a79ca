import { useMemo, type ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import type { DatasetName, Dataset } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { usePreferences, useStudyCard } from '../model/model-context.ts';
import { GridContext, type Grid } from './grid-context.ts';
import { GridDesk } from './grid-desk.tsx';
import { selectionOf } from './grid-state.ts';
import { askedOrder } from './number-twin.ts';
import { useGridState } from './use-grid-state.ts';
import { useLayout } from './use-layout.ts';
import { useMarks } from './use-marks.ts';
import { useOpened } from './use-opened.ts';
import { useRows } from './use-rows.ts';
import { useTick } from './use-tick.ts';
import './grid.css';
import './popovers.css';

/** One of the five datasets of a study as a table, with its record inspector. */
export function DatasetGrid({ study, dataset }: { readonly study: string; readonly dataset: DatasetName }): ReactNode {
  const card = useStudyCard(study);
  if (card === null) return null;
  return <MountedGrid key={`${study}/${dataset}`} card={card} dataset={datasets[dataset]} />;
}

function MountedGrid({ card, dataset }: { readonly card: StudyCard; readonly dataset: Dataset }): ReactNode {
  const { vocabulary } = usePreferences();
  const generation = card.status.datasets.find((status) => status.dataset === dataset.name)?.generation ?? 0;
  const [state, change] = useGridState(card.study, dataset);
  const [layout, changeLayout] = useLayout(card.study, dataset);
  const [opened, open] = useOpened();
  const { where, search } = state;
  const selection = useMemo(() => selectionOf(dataset, { where, search }), [dataset, where, search]);
  const order = useMemo(() => askedOrder(dataset, state.sort), [dataset, state.sort]);
  const rows = useRows(card.study, selection, order, generation);
  const marks = useMarks(card, dataset, generation);
  const tick = useTick({ study: card.study, selection, sort: order }, state.picked, change);
  const grid = useMemo<Grid>(
    () => ({ card, dataset, vocabulary, state, change, selection, order, layout, changeLayout, rows, marks, tick, opened, open }),
    [card, dataset, vocabulary, state, change, selection, order, layout, changeLayout, rows, marks, tick, opened, open],
  );
  return (
    <GridContext value={grid}>
      <GridDesk generation={generation} />
    </GridContext>
  );
}
