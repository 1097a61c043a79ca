import type { DatasetName } from '../../shared/datasets/declaration.ts';
import type { Selection, Sort } from '../../shared/query.ts';

/** What a screen can export from: the export dialog asks nothing else of it. */
export interface ExportSource {
  readonly study: string;
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
  /** The filters as the chips say them: "Test is any of 12 tests". Empty when nothing is filtered. */
  readonly filters: readonly string[];
}
