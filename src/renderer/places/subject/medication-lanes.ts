import type { MedicationRecord } from '../../../shared/calls/subject.ts';
import { medicationName } from '../../../shared/derive/medication-name.ts';
import { parsePartialDate } from '../../../shared/partial-date.ts';
import { lowestOf } from '../../../shared/derive/extremes.ts';

/** One record in its lane. An end is null if it was not recorded or cannot be read. */
export interface MedicationBar {
  readonly key: string;
  readonly from: number | null;
  /** Exclusive end of the date as sent, which may be a day, month or year. */
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
  /** Ordered by the earliest start of their bars; unknown starts come first. */
  readonly lanes: readonly MedicationLane[];
  /** Records in the lanes. */
  readonly drawn: number;
  readonly records: number;
  /** Records with neither a readable start nor a readable end. */
  readonly undated: number;
}

/** Lanes of the records that overlap a time span (`to` exclusive). An unknown start or end counts as unbounded. */
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

/** Start and end of a medication as recorded. */
export function barOf({ key, started, ended }: MedicationRecord): MedicationBar {
  const from = started === null ? null : (parsePartialDate(started)?.from ?? null);
  const end = ended === null ? null : (parsePartialDate(ended)?.to ?? null);
  return { key, from, to: end, started, ended };
}

function startOf({ bars }: MedicationLane): number {
  return lowestOf(bars.map(({ from }) => from ?? Number.NEGATIVE_INFINITY));
}
