import type { Selection } from '../../../shared/query.ts';

/** The ticked rows: only these keys, or all rows of the filter except these. */
export interface Picked {
  readonly mode: 'only' | 'except';
  readonly keys: ReadonlySet<string>;
}

export const nonePicked: Picked = { mode: 'only', keys: new Set() };
export const allPicked: Picked = { mode: 'except', keys: new Set() };

export function isPicked(picked: Picked, key: string): boolean {
  return picked.keys.has(key) === (picked.mode === 'only');
}

export function isNonePicked(picked: Picked): boolean {
  return picked.mode === 'only' && picked.keys.size === 0;
}

/** Ticks or unticks some rows. */
export function pickKeys(picked: Picked, keys: readonly string[], on: boolean): Picked {
  const listed = on === (picked.mode === 'only');
  const changed = new Set(picked.keys);
  for (const key of keys) {
    if (listed) changed.add(key);
    else changed.delete(key);
  }
  return { mode: picked.mode, keys: changed };
}

/** How many of a filter's rows are ticked, as far as this is known without a query. */
export function countPicked(picked: Picked, rows: number): number {
  return picked.mode === 'only' ? picked.keys.size : Math.max(0, rows - picked.keys.size);
}

/**
 * Whether only a query can count the ticked rows: a filter or the data cut-off may hide some of those named, and a later sync may have
 * removed some.
 */
export function needsCount(picked: Picked): boolean {
  return picked.keys.size > 0;
}

/** The state of the checkbox for all rows, from the number of ticked ones. */
export function headTick(count: number, rows: number): 'all' | 'some' | 'none' {
  if (count === 0 || rows === 0) return 'none';
  return count >= rows ? 'all' : 'some';
}

/** Under another filter, "all except these" would mean rows that were never seen, so it is dropped. Individual ticks stay. */
export function underNewFilter(picked: Picked): Picked {
  return picked.mode === 'except' ? nonePicked : picked;
}

/** The ticked rows as queries and exports expect them; null if none is ticked. */
export function chosenOf(picked: Picked): Selection['chosen'] {
  return isNonePicked(picked) ? null : { mode: picked.mode, keys: [...picked.keys] };
}
