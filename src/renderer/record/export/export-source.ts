import type { Preferences, StudyCard } from '../../../shared/contract.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { ListingRequest } from '../../../shared/listing-schema.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { shownRecords } from '../../data/model/studies-state.ts';
import { layoutKey, mergeLayout, shownOf } from '../../data/table/layout.ts';

/** What a screen offers for export, which is all that the export dialog needs from it. */
export interface ExportSource {
  readonly study: string;
  /** The subject filter, which applies to every export; null for all subjects. */
  readonly subjects: readonly string[] | null;
  /** What its grid shows; null without a grid, where only the whole study can be exported. */
  readonly grid: GridSource | null;
}

/** A listing that a view shows as a table. `of`: number of subjects in the study. */
export interface ListingExport {
  readonly study: string;
  readonly listing: ListingRequest;
  readonly of: number;
}

export interface GridSource {
  readonly dataset: DatasetName;
  /** The rows as filtered and searched; `chosen` is null here. */
  readonly selection: Selection;
  /** The ticked rows; null if there are none. */
  readonly chosen: Selection['chosen'];
  readonly sort: readonly Sort[];
  /** Names of the shown columns, in order. */
  readonly shown: readonly string[];
  readonly counts: {
    /** 0 if no row is ticked. */
    readonly selected: number;
    readonly filtered: number;
    readonly all: number;
  };
  /** For the table by visit: its tests, and all columns that its rows can have. */
  readonly pivot?: { readonly tests: readonly string[]; readonly columns: readonly Column[] };
  /** The filters as sentences: "Test is any of 12 tests". Empty without filters. */
  readonly filters: readonly string[];
}

/** A mirrored dataset: its number of rows, and the columns shown in its grid. */
export interface WholeDataset {
  readonly dataset: DatasetName;
  readonly rows: number;
  /** All records of the copy, also those after the data cut-off. */
  readonly all: number;
  readonly shown: readonly string[];
}

/** The datasets of a study that were mirrored, with their records up to the data cut-off. */
export function wholeOf(card: Pick<StudyCard, 'study' | 'status' | 'cutOff'>, layouts: Preferences['layouts']): readonly WholeDataset[] {
  const { study, status } = card;
  return status.datasets
    .filter(({ asOf }) => asOf !== null)
    .map(({ dataset, records }) => ({
      dataset,
      rows: shownRecords(card, dataset),
      all: records,
      shown: shownOf(mergeLayout(datasets[dataset], layouts[layoutKey(study, dataset)])).map(({ name }) => name),
    }));
}
