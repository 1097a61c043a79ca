import type { ExportRequest } from '../../shared/calls/export.ts';
import { AppError } from '../../shared/errors.ts';
import { pivotNames, pivotParts } from '../../shared/pivot.ts';
import { checkPivot } from '../views/pivot.ts';

type Part = ExportRequest['parts'][number];

/** A part that is written as the table by visit. */
export interface PivotPart extends Part {
  readonly pivot: NonNullable<Part['pivot']>;
}

export function isPivot(part: Part): part is PivotPart {
  return part.pivot !== undefined;
}

/** Throws USAGE for tests, columns and sort orders that the table by visit does not have. */
export function checkPivotPart({ selection, sort, columns, pivot: { tests } }: PivotPart): void {
  checkPivot({ selection, tests, sort });
  const known = new Set(['subject', 'visit', 'collected']);
  for (const name of pivotNames(tests)) for (const end of ['', ...Object.values(pivotParts)]) known.add(name + end);
  const unknown = columns.find((name) => !known.has(name));
  if (unknown !== undefined) throw new AppError('USAGE', `The table by visit has no column "${unknown.slice(0, 64)}".`);
}
