/** A part of a statement: its text, which contains no values of the caller, and the values for its question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}
