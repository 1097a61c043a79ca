/** What is kept under a name. */
export interface Named {
  readonly id: string;
  readonly title: string;
  /** What it is, in a few words. */
  readonly says: string;
}

/** By name, as people read: "C2" before "C10", upper and lower case alike. */
export function byTitle<T extends { readonly title: string }>(named: readonly T[]): readonly T[] {
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return named.toSorted((left, right) => order.compare(left.title, right.title));
}

/** The one of this name, in whatever case; it is written over by what is saved under its name. */
export function namedLike<T extends { readonly title: string }>(named: readonly T[], title: string): T | null {
  const same = (one: string): string => one.trim().toLowerCase();
  return named.find((one) => same(one.title) === same(title)) ?? null;
}
