import type { ExportOutcome } from '../core/export/export-file.ts';
import type { DatasetName } from '../shared/datasets/datasets.ts';
import { sayExportNotes } from '../shared/export-notes.ts';
import { listings, type ListingName } from '../shared/listings.ts';
import { anchorWords } from '../shared/protection.ts';
import { saySubjects } from '../shared/subjects-meant.ts';
import type { Target } from './export-arguments.ts';
import { moment } from './text.ts';
import { formatCountOf } from '../shared/format-count.ts';

/** A file that an export wrote. */
export type WrittenFile = ExportOutcome & { readonly dataset: DatasetName | ListingName | 'all'; readonly path: string };

/** When the copy of each dataset was complete; null or absent if it was never mirrored. */
export type AsOf = ReadonlyMap<DatasetName, string | null>;

/** A warning about the location of a file. */
export function sayCloud(path: string, service: string): string {
  return `Caution: ${path} is in a folder that ${service} seems to copy to its servers. Move it if the data must not go there.`;
}

/** Lines for people about what was written. */
export function sayWritten(written: WrittenFile, { format, parts, listing, protection }: Target['request'], asOf: AsOf): readonly string[] {
  const { path, rows, columns, evidence, subjects } = written;
  const shape =
    format === 'ndjson'
      ? formatCountOf(rows, 'resource')
      : parts.length > 1
        ? `${formatCountOf(rows, 'row')} of ${formatCountOf(parts.length, 'dataset')}`
        : `${formatCountOf(rows, 'row')}, ${formatCountOf(columns, 'column')}`;
  const madeOf: readonly DatasetName[] =
    listing === undefined ? parts.map(({ selection }) => selection.dataset) : listings[listing.name].madeOf;
  const oldest = madeOf.flatMap((name) => asOf.get(name) ?? []).sort()[0] ?? null;
  return [
    `${path}: ${shape}${subjects === null ? '' : `, of ${saySubjects(subjects)}`}, as of ${moment(oldest)}`,
    ...sayExportNotes(written).map((says) => `  ${says}`),
    ...(protection === null ? [] : [`  Pseudonyms for ${protection.recipient}; days from ${anchorWords(protection.anchor)}.`]),
    ...(evidence === null ? [] : [`  Evidence: ${evidence}.`]),
  ];
}
