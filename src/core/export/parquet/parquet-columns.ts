import type { SchemaElement } from 'hyparquet';
import { isDerived, type Column, type HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { calendarDay } from '../../../shared/derive/study-day.ts';
import { millisecondsOfDay } from '../../../shared/day.ts';
import type { StoredCell } from '../csv/csv.ts';
import { listText } from '../../extract/stored-list.ts';
import { sasNames } from '../sas-names.ts';
import { readWholeDate } from '../whole-date.ts';

/** A value in Parquet: a text, a double, a day counted from 1970-01-01, or milliseconds of local time from then. */
export type ParquetValue = string | number | bigint | null;

/** A column of the file, made from one of the table. */
export interface ParquetColumn {
  readonly schema: SchemaElement;
  /** Its place among the columns of the table. */
  readonly from: number;
  /** Converts a cell to its value, NaN for digits that do not fit a double; null if the value is the text of the cell unchanged. */
  readonly read: ((cell: NonNullable<StoredCell>) => ParquetValue) | null;
  /** Which of the file columns made from one table column this is: its text as received, its number, its date. */
  readonly holds: 'text' | 'number' | 'sent' | 'date' | 'moment';
}

/**
 * Texts are as received. A number that was sent is a double, followed by its digits as sent. A date is its text, followed by the day and
 * the local date and time without a time zone if it is complete. Names are those of the declaration or, with SDTM-style headings, names
 * that SAS accepts.
 */
export function parquetColumns(columns: readonly Column[], vocabulary: HeaderVocabulary): readonly ParquetColumn[] {
  const names = vocabulary === 'sdtm' ? sasNames(columns) : columns.map(({ name }) => name);
  const taken = new Set(names);
  const free = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name = `${name}_`;
    taken.add(name);
    return name;
  };
  return columns.flatMap((column, from): readonly ParquetColumn[] => {
    const name = names[from] ?? column.name;
    if (column.kind === 'number') {
      const number: ParquetColumn = { schema: optional(name, { type: 'DOUBLE' }), from, read: doubleOf, holds: 'number' };
      return isDerived(column) || column.instead !== undefined
        ? [number]
        : [number, { schema: text(free(`${name}_sent`)), from, read: null, holds: 'sent' }];
    }
    if (column.kind === 'datetime')
      return [
        { schema: text(name), from, read: null, holds: 'text' },
        {
          schema: optional(free(`${name}_date`), { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } }),
          from,
          read: dayOf,
          holds: 'date',
        },
        {
          schema: optional(free(`${name}_at`), {
            type: 'INT64',
            logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MILLIS' },
          }),
          from,
          read: momentOf,
          holds: 'moment',
        },
      ];
    return [{ schema: text(name), from, read: column.kind === 'list' ? listOf : null, holds: 'text' }];
  });
}

function optional(name: string, type: Omit<SchemaElement, 'name'>): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...type };
}

function text(name: string): SchemaElement {
  return optional(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } });
}

function listOf(cell: string | number): string {
  return listText(String(cell));
}

function doubleOf(cell: string | number): number {
  if (typeof cell !== 'string') return cell;
  const value = Number(cell);
  return Number.isFinite(value) && !(value === 0 && /^-?[0.]*[1-9]/.test(cell)) ? value : Number.NaN;
}

function dayOf(cell: string | number): number | null {
  return typeof cell === 'string' && !hasOffset(cell) ? calendarDay(cell) : null;
}

function momentOf(cell: string | number): bigint | null {
  const date = typeof cell === 'string' ? readWholeDate(cell) : null;
  return date === null || date.time === null ? null : BigInt(date.day * millisecondsOfDay + date.time);
}

/** A time with an offset is an instant, whose local day is not the written one everywhere. */
function hasOffset(sent: string): boolean {
  const { index = 0 } = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(sent) ?? {};
  return /[T ]/.test(sent.slice(0, index));
}
