import type { Column } from '../../shared/datasets/declaration.ts';

/** What the evidence says about an exported column. */
export interface ColumnEvidence {
  readonly name: string;
  readonly heading: string;
  /** Its SAS name of at most 8 characters, in formats that require one, and in Parquet with SDTM-style headings. */
  readonly variable?: string;
  /** For a date column in a transport file: the variables with the date and the date with time as SAS numbers. */
  readonly dates?: readonly [date: string, moment: string];
  readonly kind: Column['kind'];
  /** Paths in the resource; empty for a derived column. */
  readonly source: readonly string[];
  /** How it is derived; null if it was sent. */
  readonly derivation: string | null;
  readonly help: string;
}
