/** Counts by name. */
export interface Tally {
  count(name: string): void;
  figures(): Readonly<Record<string, number>>;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    count: (name) => {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    figures: () => Object.fromEntries([...counts].toSorted(([one], [other]) => one.localeCompare(other))),
  };
}
