import type { Column } from '../../shared/datasets/declaration.ts';

/** What is said of an exported column beside the file. */
export interface ColumnEvidence {
  readonly name: string;
  readonly heading: string;
  /** Its name where that must be one of SAS, of 8 characters at most. */
  readonly variable?: string;
  /** Of a column of dates in a transport file: the variables with the date, and with date and time, as SAS's numbers. */
  readonly dates?: readonly [date: string, moment: string];
  readonly kind: Column['kind'];
  /** Paths in the resource; empty where Carrel works it out. */
  readonly source: readonly string[];
  /** How it is worked out; null where it was sent. */
  readonly derivation: string | null;
  readonly help: string;
}
