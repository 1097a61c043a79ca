import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { AppError } from '../../../shared/errors.ts';
import { anchorWords, treatmentOf } from '../../../shared/protection.ts';
import type { Anchor } from '../../../shared/protection-schemas.ts';
import type { Sort } from '../../../shared/query.ts';
import { findColumn } from '../../query/columns.ts';
import type { PseudonymOf } from './pseudonyms.ts';
import { holdsDate } from './dates-in-text.ts';
import { isPlainVisit } from './usual-texts.ts';

/** The recipient of the pseudonyms, and what days are counted from: what a column's rule states. */
export interface ProtectionContext {
  readonly recipient: string;
  readonly anchor: Anchor;
}

/** Width of a pseudonym in pixels. */
const pseudonymWidth = 150;

const stands: Readonly<Record<PseudonymOf, string>> = {
  subject: 'the subject',
  record: 'the record',
  case: 'the case, which may have several assessments',
  lesion: 'each lesion in the order of the record',
};

/** Returns a column as exported; a kept one as declared. Throws RangeError for a dropped column. */
export function protectedColumn(column: Column, { recipient, anchor }: ProtectionContext): Column {
  const { treatment } = treatmentOf(column);
  switch (treatment) {
    case 'kept':
      return column;
    case 'pseudonym':
      return {
        ...column,
        width: Math.max(column.width, pseudonymWidth),
        help: `Stands for ${stands[pseudonymOf(column)]}: the same in every dataset and every export for this recipient, different for any other recipient.`,
        instead: { what: 'pseudonym', rule: `Pseudonym for ${recipient} of: ${origin(column)}` },
      };
    case 'day':
      return {
        ...column,
        name: `${column.name}_day`,
        kind: 'number',
        sdtm: null,
        help: 'Day 1 is the anchor itself, day −1 the day before it; there is no day 0. No time of day, no time zone.',
        instead: {
          what: 'day',
          rule: `Days from ${sayAnchor(anchor)}: date − anchor + 1 on and after it, date − anchor before it; empty if the date is partial or there is no anchor. Of: ${origin(column)}`,
        },
      };
    case 'dropped':
      throw new RangeError(`The column ${column.name} is omitted from a protected export.`);
  }
}

/** Returns what days are counted from, in words; visit names are included only if every study has them. */
export function sayAnchor(anchor: Anchor): string {
  const isInEveryStudy = anchor.kind !== 'visit' || (isPlainVisit(anchor.label) && !holdsDate(anchor.label));
  return isInEveryStudy ? anchorWords(anchor) : 'the first date of a visit that was named';
}

/** Returns what a column exported as a pseudonym identifies. */
export function pseudonymOf({ name, tells }: Column): PseudonymOf {
  if (tells === 'subject' || tells === 'record' || tells === 'case' || tells === 'lesion') return tells;
  throw new RangeError(`The column ${name} is not an identifier.`);
}

function origin(column: Column): string {
  return isDerived(column) ? column.rule : headerOf(column, 'source');
}

/** Returns the requested columns; if none are named, all columns of the declaration in its order. */
export function askedColumns(dataset: Dataset, names: readonly string[]): readonly Column[] {
  return names.length === 0 ? dataset.columns : names.map((name) => findColumn(dataset, name));
}

/** Splits the requested columns into those that are exported and those that are not. */
export function splitColumns(
  dataset: Dataset,
  names: readonly string[],
): { readonly leaving: readonly Column[]; readonly leftOut: readonly Column[] } {
  const asked = askedColumns(dataset, names);
  const isDropped = (column: Column): boolean => treatmentOf(column).treatment === 'dropped';
  return { leaving: asked.filter((column) => !isDropped(column)), leftOut: asked.filter(isDropped) };
}

/** Throws USAGE if no column would be exported, or if the order of the rows would reveal a column that is not. */
export function checkProtected(dataset: Dataset, names: readonly string[], sort: readonly Sort[]): void {
  if (splitColumns(dataset, names).leaving.length === 0)
    throw new AppError('USAGE', `None of the named columns of the ${dataset.name} dataset is included in a protected export. Name others.`);
  const reported = sort.map(({ column }) => findColumn(dataset, column)).find((column) => treatmentOf(column).treatment === 'dropped');
  if (reported !== undefined)
    throw new AppError(
      'USAGE',
      `A protected export cannot be sorted by "${reported.name}", which it does not include: the order would reveal its values. Sort by another column.`,
    );
}
