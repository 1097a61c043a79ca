import type { MedicationRecord } from '../../../shared/calls/subject.ts';
import { medicationName } from '../../../shared/derive/medication-name.ts';
import { parsePartialDate } from '../../../shared/partial-date.ts';

/** One record in its lane; null where that end was not recorded, or cannot be read. */
export interface MedicationBar {
  readonly key: string;
  readonly from: number | null;
  /** The end of the day that was sent, excluded. */
  readonly to: number | null;
  /** As sent. */
  readonly started: string | null;
  readonly ended: string | null;
}

/** The records of one drug and dose. */
export interface MedicationLane {
  readonly name: string;
  readonly bars: readonly MedicationBar[];
}

export interface MedicationLanes {
  /** By the first start that falls in or before the span. */
  readonly lanes: readonly MedicationLane[];
  /** Records in the lanes. */
  readonly drawn: number;
  readonly records: number;
  /** Records that have neither a start nor an end that can be read. */
  readonly undated: number;
}

/** The medications whose records reach into a span of time, `to` excluded. A record whose end was not recorded may touch all that comes after its start. */
export function lanesOf(records: readonly MedicationRecord[], from: number, to: number): MedicationLanes {
  const byName = new Map<string, MedicationBar[]>();
  let undated = 0;
  let drawn = 0;
  for (const record of records) {
    const bar = barOf(record);
    if (bar.from === null && bar.to === null) undated += 1;
    else if ((bar.from ?? from) < to && (bar.to ?? to) > from) {
      drawn += 1;
      const name = medicationName(record);
      byName.set(name, [...(byName.get(name) ?? []), bar]);
    }
  }
  const lanes = [...byName].map(([name, bars]) => ({ name, bars }));
  return { lanes: lanes.toSorted((left, right) => startOf(left) - startOf(right)), drawn, records: records.length, undated };
}

/** When a medication was taken, as far as that was recorded. */
export function barOf({ key, started, ended }: MedicationRecord): MedicationBar {
  const from = started === null ? null : (parsePartialDate(started)?.from ?? null);
  const end = ended === null ? null : (parsePartialDate(ended)?.to ?? null);
  return { key, from, to: end, started, ended };
}

function startOf({ bars }: MedicationLane): number {
  return Math.min(...bars.map(({ from }) => from ?? Number.NEGATIVE_INFINITY));
}
