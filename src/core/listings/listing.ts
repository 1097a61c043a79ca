import type { Column, ColumnKind } from '../../shared/datasets/declaration.ts';
import type { ListingRequest } from '../../shared/listing-schema.ts';
import type { CheckedStudy } from '../checks/checked-study.ts';
import type { PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultFigures } from '../views/result-figures.ts';
import type { ResultTally } from '../views/result-tally.ts';

export type ListingCell = string | number | null;

/** The sources of a listing: the same answers that the views show. */
export interface ListingSource {
  readonly study: StudyReader;
  readonly tally: PerGeneration<ResultTally>;
  readonly figures: ResultFigures;
  readonly checks: CheckedStudy;
}

/** A view as a table, with cells in the order of the columns. */
export interface Listing {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ListingCell[])[];
  /** What is counted and what is left out, with counts. */
  readonly says: string;
  /** What days and baselines are counted from, in words; null if nothing is. */
  readonly anchor: string | null;
}

export type MakeListing = (source: ListingSource, request: ListingRequest) => Promise<Listing>;

interface Worked {
  readonly kind?: ColumnKind;
  readonly width?: number;
  readonly sdtm?: string;
  readonly alignRight?: boolean;
}

/** A column that no record has; `help` states how it is derived. */
export function worked(name: string, plain: string, help: string, { kind = 'text', width = 140, sdtm, alignRight }: Worked = {}): Column {
  return {
    ...{ name, kind, plain, sdtm: sdtm ?? null, help, width, section: 'Derived', shown: true, rule: help, derive: ofNoRow },
    ...(alignRight === true ? { alignRight } : {}),
  };
}

/** The same for counts and other numbers. */
export function workedNumber(name: string, plain: string, help: string, decimals = 0, width = 120): Column {
  return { ...worked(name, plain, help, { kind: 'number', width }), decimals };
}

function ofNoRow(): never {
  throw new RangeError('A column of a listing has no value of a single row.');
}

/** Returns local time, given in milliseconds as if it were UTC, as an ISO date-time to the minute; only the day at midnight. */
export function wallTime(at: number | null): string | null {
  if (at === null) return null;
  const text = new Date(at).toISOString();
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : text.slice(0, 16);
}

/** The sign of a value of which only a bound is known; null for any other. */
export function signOf(value: { readonly beyond: -1 | 0 | 1 } | null): '<' | '>' | null {
  return value === null || value.beyond === 0 ? null : value.beyond < 0 ? '<' : '>';
}
