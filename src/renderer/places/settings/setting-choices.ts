/** A selectable duration in the unit of its setting; null means never. */
export interface LengthChoice {
  readonly length: number | null;
  readonly label: string;
}

const every: readonly LengthChoice[] = [
  { length: null, label: 'Off' },
  { length: 15, label: 'Every 15 minutes' },
  { length: 30, label: 'Every 30 minutes' },
  { length: 60, label: 'Every hour' },
  { length: 240, label: 'Every 4 hours' },
  { length: 720, label: 'Every 12 hours' },
];
const ages: readonly LengthChoice[] = [
  { length: 24, label: 'A day' },
  { length: 72, label: '3 days' },
  { length: 168, label: 'A week' },
  { length: 336, label: '2 weeks' },
  { length: 720, label: '30 days' },
  { length: null, label: 'Never' },
];

/** Sync intervals in minutes, including the current setting even if it is not a usual one. */
export function everyChoices(set: number | null): readonly LengthChoice[] {
  return withSet(every, set, 'first', (minutes) => `Every ${String(minutes)} minutes`);
}

/** Ages in hours after which a copy is stale, including the current setting. */
export function ageChoices(set: number | null): readonly LengthChoice[] {
  return withSet(ages, set, 'last', (hours) => (hours === 1 ? 'An hour' : `${String(hours)} hours`));
}

function withSet(
  choices: readonly LengthChoice[],
  set: number | null,
  never: 'first' | 'last',
  name: (length: number) => string,
): readonly LengthChoice[] {
  if (set === null || choices.some(({ length }) => length === set)) return choices;
  const longer = (length: number | null): boolean => (length === null ? never === 'last' : length > set);
  const at = choices.findIndex(({ length }) => longer(length));
  return choices.toSpliced(at === -1 ? choices.length : at, 0, { length: set, label: name(set) });
}

const lockMinutes = [1, 2, 5, 10, 15, 20, 30, 45, 60];

/** Minutes after which an idle window locks, including the current setting. */
export function lockChoices(set: number): readonly number[] {
  return [...new Set([...lockMinutes, set])].toSorted((left, right) => left - right);
}
