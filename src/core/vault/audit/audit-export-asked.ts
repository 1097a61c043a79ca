import type { Exported, ExportRequest } from '../../../shared/calls/export.ts';
import type { ExportAsked, ExportWritten } from './audit-event.ts';

/** Returns what the trail records of a request: columns and operators, no values. `id`: UUID of the export. */
export function askedOf(
  {
    study,
    parts,
    noted,
    listing,
    format,
    protection,
    lake,
  }: Pick<ExportRequest, 'study' | 'parts' | 'noted' | 'listing' | 'format' | 'protection' | 'lake'>,
  id: string,
): ExportAsked {
  const [first] = parts;
  const conditions = parts.flatMap(({ selection }) => selection.where.map(({ column, op }) => ({ column, op })));
  const where = conditions.filter(
    ({ column, op }, at) => conditions.findIndex((other) => other.column === column && other.op === op) === at,
  );
  return {
    id,
    study,
    dataset: first !== undefined && parts.length === 1 ? first.selection.dataset : null,
    ...(noted === undefined ? {} : { notes: true as const }),
    ...(listing === undefined ? {} : { listing: listing.name }),
    ...(parts.some(({ pivot }) => pivot !== undefined) ? { byVisit: true as const } : {}),
    format: lake === true ? 'parquet-lake' : format,
    recipient: protection?.recipient ?? null,
    where,
    narrowed:
      parts.some(({ selection: { search, subjects, chosen } }) => search !== '' || subjects !== null || chosen !== null) ||
      (noted !== undefined && noted.subjects !== null) ||
      (listing !== undefined && (listing.subjects !== null || listing.tests !== undefined)),
    generation: null,
  };
}

/** Returns what the trail records of the written file. */
export function writtenAs(
  asked: ExportAsked,
  { rows, columns, sha256, generation, evidenceSha256, subjects, cutOff, rowDigests }: Omit<Exported, 'file'>,
): ExportWritten {
  return {
    kind: 'export',
    ...asked,
    generation,
    rows,
    columns,
    ...(subjects === null ? {} : { subjects }),
    ...(cutOff === undefined ? {} : { cutOff }),
    sha256,
    ...(evidenceSha256 === null ? {} : { evidenceSha256 }),
    ...(rowDigests.length === 0 ? {} : { rowDigests }),
  };
}
