import type { ExportRequest } from '../../shared/calls/export.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { AppError } from '../../shared/errors.ts';
import type { ListingRequest } from '../../shared/listing-schema.ts';
import type { Selection } from '../../shared/query.ts';
import { findColumn } from '../query/columns.ts';
import { compileOrder, compileSelection } from '../query/compile.ts';
import type { Protection } from '../vault/settings/recipients.ts';
import { checkListing } from '../listings/open-listing.ts';
import { checkPivotPart, isPivot } from './pivot-part.ts';
import { checkProtected } from './protect/protected-columns.ts';

/** What is exported of one dataset. */
export type ExportPart = ExportRequest['parts'][number];

/** What to write of a study, with the same selection and sort as the grid, and in which form. */
export interface ExportPlan extends Omit<ExportRequest, 'study' | 'protection'> {
  readonly protection: Protection | null;
}

/** Throws USAGE for anything the declaration does not know or the format does not support, before any file is opened or created. */
export function checkPlan({
  parts,
  noted,
  listing,
  format,
  zip,
  protection,
  define,
}: Pick<ExportRequest, 'parts' | 'noted' | 'listing' | 'format' | 'zip' | 'protection' | 'define'>): void {
  const kinds = [parts.length > 0, noted !== undefined, listing !== undefined];
  if (kinds.filter((isAsked) => isAsked).length !== 1)
    throw new AppError('USAGE', 'An export contains datasets, notes or a listing: name one of them.');
  if (define === true && (zip === null || parts.some(isPivot) || parts.length === 0 || (format !== 'xpt' && format !== 'dataset-json')))
    throw new AppError(
      'USAGE',
      'A define.xml goes into a zip of datasets as xpt or dataset-json. Choose one of these formats, and a name that ends in .zip.',
    );
  if (listing !== undefined) checkListingForm(listing, format, protection !== null);
  if (noted !== undefined) checkNotesForm(format, protection !== null);
  for (const part of parts) {
    const { selection, sort, columns } = part;
    if (isPivot(part)) {
      checkPivotPart(part);
      checkPivotForm(format, protection !== null);
      continue;
    }
    const dataset = datasets[selection.dataset];
    compileSelection(dataset, selection);
    compileOrder(dataset, sort);
    exportColumns(dataset, columns);
    if (format === 'ndjson' && dataset.repeated !== undefined && isNarrowed(selection))
      throw new AppError(
        'USAGE',
        'ndjson of subjects is the Group as the service sent it, with every subject of the study, so no filter applies to it. Leave the filter out, choose another format, or export the other datasets one by one.',
      );
    if (protection !== null) checkProtected(dataset, columns, sort);
  }
  if (parts.length > 1 && format !== 'xlsx' && zip === null)
    throw new AppError('USAGE', 'Several datasets become one file only as a workbook (xlsx) or in a zip.');
  if (protection !== null && format === 'ndjson')
    throw new AppError(
      'USAGE',
      'ndjson is each resource exactly as the service sent it, so it cannot be pseudonymised. Choose another format.',
    );
}

/** Whether some records are left out: by filters, a search, subjects or single records. */
function isNarrowed({ where, search, subjects, chosen }: Selection): boolean {
  const isChosen = chosen !== null && (chosen.mode === 'only' || chosen.keys.length > 0);
  return where.length > 0 || search !== '' || subjects !== null || isChosen;
}

/** A row of a listing is not a resource, and names a subject next to values derived from many of its records. */
function checkListingForm(listing: ListingRequest, format: ExportRequest['format'], isProtected: boolean): void {
  checkListing(listing);
  if (format === 'ndjson')
    throw new AppError('USAGE', 'ndjson is each resource as the service sent it; a listing has none. Choose another format.');
  if (isProtected)
    throw new AppError(
      'USAGE',
      'A listing names subjects and dates, so it cannot be a protected export. Export the datasets it is based on.',
    );
}

/** Notes are not records: they have no resource, and their text may name anyone. */
function checkNotesForm(format: ExportRequest['format'], isProtected: boolean): void {
  if (format !== 'csv' && format !== 'csv-excel' && format !== 'xlsx')
    throw new AppError('USAGE', 'Notes are exported as xlsx, csv or csv-excel. Choose one of these.');
  if (isProtected) throw new AppError('USAGE', 'Notes may name anybody, so they cannot be a protected export.');
}

/** A table by visit has no resources, and pseudonyms are made for single records. */
function checkPivotForm(format: ExportRequest['format'], isProtected: boolean): void {
  if (format === 'ndjson')
    throw new AppError('USAGE', 'ndjson is each resource as the service sent it; a table by visit has none. Choose another format.');
  if (isProtected) throw new AppError('USAGE', 'A table by visit cannot be a protected export. Export the underlying rows.');
}

/**
 * Returns the columns of an export in the order given. If no names are given, returns all columns of the declaration in its order, except
 * those that identify a person at the site, which are exported only on request. Throws USAGE for an unknown column.
 */
export function exportColumns(dataset: Dataset, names: readonly string[]): readonly Column[] {
  if (names.length > 0) return names.map((name) => findColumn(dataset, name));
  return dataset.columns.filter((column) => column.personal !== true);
}
