import { datasetNames, datasets } from '../../../shared/datasets/datasets.ts';
import type { Model } from '../../data/model/model.ts';
import { freshState, hasVisits, selectionOf } from '../../data/table/grid-state.ts';
import { layoutKey } from '../../data/table/layout.ts';
import { askedOrder } from '../../record/grid/number-twin.ts';
import { askFirstRows } from '../../record/grid/rows-source.ts';

/**
 * Asks for the first rows of the table that the window opens with, so that the reader finds them while the table is being made. Call when
 * the place and its filters have been restored.
 */
export function askRowsOfPlace({ data, place, studies, grids, subjectFilters }: Model): void {
  const opened = place.get();
  // Once there are cards, the table may have asked.
  if (opened.name !== 'study' || studies.get().cards !== null) return;
  const { study, section } = opened;
  // Subjects are mostly shown at a glance, which is another question.
  const name = datasetNames.find((one) => one === section && one !== 'subjects');
  if (name === undefined) return;
  const dataset = datasets[name];
  const state = grids.get().get(layoutKey(study, name)) ?? freshState(dataset);
  if (state.byVisit.shown && hasVisits(dataset)) return;
  const selection = selectionOf(dataset, state, subjectFilters.get().get(study)?.subjects ?? null);
  askFirstRows(data.askAhead, { study, selection, sort: askedOrder(dataset, state.sort) });
}
