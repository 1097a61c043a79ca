import type { RefObject } from 'react';
import type { Picked } from '../../data/table/picked.ts';
import type { Stamps } from './cell-marks.tsx';
import type { Marks } from './change-marks.ts';
import type { Tick } from './use-tick.ts';

/** State that AG Grid's rules and cells read when they run. */
export interface LiveFacts {
  readonly marks: Marks;
  /** Keys of records with notes; `open`: at least one note has an open follow-up. */
  readonly noted: ReadonlyMap<string, 'note' | 'open'>;
  readonly picked: Picked;
  readonly tick: Tick;
  /** Key of the record that is open in the inspector. */
  readonly openKey: string | null;
  readonly stamps: Stamps;
}
export type LiveContext = RefObject<LiveFacts>;

/** The facts in the context that AG Grid passes to rules and cells. */
export function factsIn(context: unknown): LiveFacts {
  return (context as LiveContext).current;
}
