/** What the window remembers of the checks of the values. */
export interface ChecksState {
  /** Grows when a mark "looked at" was set or taken back: counts are asked for again. */
  readonly marked: number;
  /** Studies whose values somebody asked to be checked. */
  readonly asked: ReadonlySet<string>;
}

export const nothingChecked: ChecksState = { marked: 0, asked: new Set() };
