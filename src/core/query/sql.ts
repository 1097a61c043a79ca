/** A piece of a statement: its text, which holds no value of the caller's, and the values for its question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}
