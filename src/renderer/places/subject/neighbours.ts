/** Where a subject stands among others. */
export interface Neighbours {
  /** Counted from 1; null where the subject is not among them. */
  readonly position: number | null;
  readonly of: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** `sorted`: by their characters, each once. A subject that is not among them has its neighbours where it would stand. */
export function neighboursOf(sorted: readonly string[], subject: string): Neighbours {
  const at = sorted.indexOf(subject);
  const previous = sorted.findLast((other) => other < subject) ?? null;
  const next = sorted.find((other) => other > subject) ?? null;
  return { position: at < 0 ? null : at + 1, of: sorted.length, previous, next };
}
