import type { StudyCard } from '../../../shared/contract.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Preferences } from '../../../shared/contract.ts';
import type { ListingRequest } from '../../../shared/listing-schema.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { layoutKey, mergeLayout, shownOf } from '../../data/table/layout.ts';

/** What a screen can export from: the export dialog asks nothing else of it. */
export interface ExportSource {
  readonly study: string;
  /** The subject filter, which rules every export; null: all subjects. */
  readonly subjects: readonly string[] | null;
  /** What its grid shows; null where it has none, so that only the whole study can be exported. */
  readonly grid: GridSource | null;
}

/** What a view shows as a table: of the subjects that it names, of so many in the study. */
export interface ListingExport {
  readonly study: string;
  readonly listing: ListingRequest;
  readonly of: number;
}

export interface GridSource {
  readonly dataset: DatasetName;
  /** The rows as filtered and searched; `chosen` is null here. */
  readonly selection: Selection;
  /** The rows that were ticked; null when none are. */
  readonly chosen: Selection['chosen'];
  readonly sort: readonly Sort[];
  /** Names of the columns shown, in their order. */
  readonly shown: readonly string[];
  readonly counts: {
    /** 0 when no row is ticked. */
    readonly selected: number;
    readonly filtered: number;
    readonly all: number;
  };
  /** Where its rows are those of the table by visit: their tests, and all columns that they can have. */
  readonly pivot?: { readonly tests: readonly string[]; readonly columns: readonly Column[] };
  /** The filters as the chips say them: "Test is any of 12 tests". Empty when nothing is filtered. */
  readonly filters: readonly string[];
}

/** What is mirrored of a dataset, and the columns that its grid shows. */
export interface WholeDataset {
  readonly dataset: DatasetName;
  readonly rows: number;
  readonly shown: readonly string[];
}

/** The datasets of a study that were mirrored. */
export function wholeOf({ study, status }: StudyCard, layouts: Preferences['layouts']): readonly WholeDataset[] {
  return status.datasets
    .filter(({ asOf }) => asOf !== null)
    .map(({ dataset, records }) => ({
      dataset,
      rows: records,
      shown: shownOf(mergeLayout(datasets[dataset], layouts[layoutKey(study, dataset)])).map(({ name }) => name),
    }));
}
