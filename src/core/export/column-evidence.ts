import type { Column } from '../../shared/datasets/declaration.ts';

/** What is said of an exported column beside the file. */
export interface ColumnEvidence {
  readonly name: string;
  readonly heading: string;
  /** Its name in a transport file, which holds 8 characters. */
  readonly variable?: string;
  readonly kind: Column['kind'];
  /** Paths in the resource; empty where Carrel works it out. */
  readonly source: readonly string[];
  /** How it is worked out; null where it was sent. */
  readonly derivation: string | null;
  readonly help: string;
}
