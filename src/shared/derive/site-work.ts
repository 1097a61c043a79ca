import { millisecondsOfDay } from '../day.ts';

/** Groups of results that are compared together. */
export const siteGroups = ['pressure', 'pulse', 'temperature', 'weight', 'labs'] as const;
export type SiteGroup = (typeof siteGroups)[number];
export type VitalGroup = Exclude<SiteGroup, 'labs'>;

/** The vital signs of a group, by VSTESTCD. */
export const vitalCodes: Readonly<Record<VitalGroup, readonly string[]>> = {
  pressure: ['SYSBP', 'DIABP'],
  pulse: ['PULSE', 'HR'],
  temperature: ['TEMP'],
  weight: ['WEIGHT'],
};

/** Days after a record's date from which a change counts as late. */
export const lateAfter = 60;

/** The results of one test in one unit. */
export interface SiteSeries {
  readonly group: SiteGroup;
  readonly test: string;
  /** The meaning of the unit. */
  readonly unit: string;
  /** One of its spellings as sent. */
  readonly unitSent: string;
}

/** One lab result or vital sign of a subject. */
export interface SiteRecord {
  readonly subject: string;
  readonly dataset: 'labs' | 'vitals';
  /** Null: the test is not compared, or the result is not a number. */
  readonly series: SiteSeries | null;
  readonly value: number | null;
  /** A vital sign's number with its digits as sent. */
  readonly digits: string | null;
  /** The day of its date, as days since 1970-01-01; null without a plausible one. */
  readonly day: number | null;
  /** The row it is stored in. */
  readonly row: number;
}

/** Number of decimal positions considered for last digits: whole numbers, tenths, hundredths. */
export const digitPlaces = 3;
export const digitsOfPlace = 10;

/** Last digits of one subject in one group and unit: counts by place, test and digit. */
interface SubjectDigits {
  readonly counts: Uint16Array;
}

/** Numbers of one subject in one series, in time order. */
export interface SubjectSpread {
  values: number;
  /** Sum of the squared differences from the previous value. */
  squares: number;
  /** How many values equal the previous one. */
  same: number;
  last: number;
}

export interface SubjectWork {
  readonly digits: Map<DigitGroup, SubjectDigits>;
  readonly spreads: Map<SiteSeries, SubjectSpread>;
  /** Days with a record, and the records on a Saturday or Sunday. */
  readonly days: Set<number>;
  readonly onWeekends: Record<'labs' | 'vitals', number[]>;
  /** Records old enough to be changed late, and those that were. */
  due: number;
  readonly late: Record<'labs' | 'vitals', number[]>;
}

/** Last digits that are compared with each other: of one group in one unit. */
export interface DigitGroup {
  readonly group: VitalGroup;
  readonly unitSent: string;
  /** Count of numbers by number of decimals; the last entry includes all larger ones. */
  readonly decimals: number[];
  /** For each test: the count, the sum and the sum of squares of its numbers. */
  readonly moments: { count: number; sum: number; squares: number }[];
}

/** Whether a day, counted from 1970-01-01 (a Thursday), is a Saturday or Sunday. */
export function isWeekend(day: number): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}

interface Ledger {
  /** The last date for which a record is old enough to be changed late; null if no changes are known. */
  readonly lastDue: number | null;
  /** When a row was last changed, in milliseconds. */
  readonly changedAt: (dataset: 'labs' | 'vitals', row: number) => number | null;
}

/** Collects what the comparisons need from a study's results, which come subject by subject, with each series in time order. */
export class SiteWork {
  readonly subjects = new Map<string, SubjectWork>();
  readonly #digitGroups = new Map<string, DigitGroup>();
  /** The same by series, to avoid building a key text for each record. */
  readonly #groupsOf = new Map<SiteSeries, DigitGroup>();
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  take({ subject, dataset, series, value, digits, day, row }: SiteRecord): void {
    const work = this.subjects.get(subject) ?? freshWork();
    this.subjects.set(subject, work);
    if (day !== null) this.#takeDay(work, { dataset, day, row });
    if (series === null || value === null) return;
    if (digits !== null && series.group !== 'labs') this.#takeDigits(work, series, { group: series.group, text: digits, value });
    if (day !== null) takeSpread(work, series, value);
  }

  #takeDay(
    work: SubjectWork,
    { dataset, day, row }: { readonly dataset: 'labs' | 'vitals'; readonly day: number; readonly row: number },
  ): void {
    work.days.add(day);
    if (isWeekend(day)) work.onWeekends[dataset].push(row);
    const { lastDue, changedAt } = this.#ledger;
    if (lastDue === null || day > lastDue) return;
    work.due++;
    const at = changedAt(dataset, row);
    if (at !== null && at > (day + lateAfter + 1) * millisecondsOfDay) work.late[dataset].push(row);
  }

  #takeDigits(
    work: SubjectWork,
    series: SiteSeries,
    { group, text, value }: { readonly group: VitalGroup; readonly text: string; readonly value: number },
  ): void {
    const [, whole, decimals = ''] = plainNumber.exec(text) ?? [];
    const known = this.#groupOf(series, group);
    const test = vitalCodes[group].indexOf(series.test);
    const moments = known.moments[test];
    if (whole === undefined || moments === undefined) return;
    const at = Math.min(decimals.length, digitPlaces - 1);
    known.decimals[at] = (known.decimals[at] ?? 0) + 1;
    moments.count++;
    moments.sum += value;
    moments.squares += value * value;
    const tests = known.moments.length;
    const { counts } = work.digits.get(known) ?? { counts: new Uint16Array(digitPlaces * tests * digitsOfPlace) };
    work.digits.set(known, { counts });
    for (let place = 0; place < digitPlaces; place++) {
      const digit = Number(place === 0 ? whole.at(-1) : (decimals[place - 1] ?? '0'));
      const cell = (place * tests + test) * digitsOfPlace + digit;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }

  #groupOf(series: SiteSeries, group: VitalGroup): DigitGroup {
    const found = this.#groupsOf.get(series);
    if (found !== undefined) return found;
    const key = `${group} ${series.unit}`;
    const known = this.#digitGroups.get(key) ?? freshDigits(group, series.unitSent);
    this.#digitGroups.set(key, known);
    this.#groupsOf.set(series, known);
    return known;
  }
}

function freshDigits(group: VitalGroup, unitSent: string): DigitGroup {
  const moments = vitalCodes[group].map(() => ({ count: 0, sum: 0, squares: 0 }));
  return { group, unitSent, decimals: new Array<number>(digitPlaces).fill(0), moments };
}

const plainNumber = /^-?(\d{1,12})(?:\.(\d{1,12}))?$/;

function takeSpread({ spreads }: SubjectWork, series: SiteSeries, value: number): void {
  const known = spreads.get(series);
  if (known === undefined) {
    spreads.set(series, { values: 1, squares: 0, same: 0, last: value });
    return;
  }
  known.values++;
  known.squares += (value - known.last) ** 2;
  if (value === known.last) known.same++;
  known.last = value;
}

function freshWork(): SubjectWork {
  return {
    ...{ digits: new Map(), spreads: new Map(), days: new Set(), due: 0 },
    onWeekends: { labs: [], vitals: [] },
    late: { labs: [], vitals: [] },
  };
}
