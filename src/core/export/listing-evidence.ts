import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { ListingRequest } from '../../shared/listing-schema.ts';
import { listings, type ListingName } from '../../shared/listings.ts';
import type { DatasetStatus } from '../../shared/status.ts';
import type { Listing } from '../listings/listing.ts';
import type { ColumnEvidence } from './column-evidence.ts';
import { reportedProof, type ReportedProof } from './reported-proof.ts';

/** What defends a listing: what it counts, for which subjects, and the passes of the datasets it is made from. */
export interface ListingEvidence {
  readonly name: ListingName;
  readonly title: string;
  /** What a row is. */
  readonly row: string;
  readonly rows: number;
  readonly columns: readonly ColumnEvidence[];
  /** What is counted and what is left out; null if it must not be disclosed, because it names tests and visits. */
  readonly says: string | null;
  /** What baselines and days are counted from; null if nothing is, or if it must not be disclosed. */
  readonly anchor: string | null;
  readonly filters: readonly string[];
  /** The request, with the number of subjects it was narrowed to, or null if it was not. */
  readonly query: Omit<ListingRequest, 'subjects'> & { readonly subjects: number | null };
  readonly madeOf: readonly SourceEvidence[];
}

interface SourceEvidence {
  readonly dataset: DatasetName;
  readonly records: number;
  readonly generation: number | null;
  readonly asOf: string | null;
  readonly proof: ReportedProof | null;
}

/** `tellsValues`: tests and visits are named, as in the sentence and the headings of some listings. */
export function listingEvidence(
  { subjects, ...asked }: ListingRequest,
  { says, anchor, rows }: Listing,
  statuses: readonly DatasetStatus[],
  columns: readonly ColumnEvidence[],
  tellsValues: boolean,
): ListingEvidence {
  const { title, says: row, madeOf } = listings[asked.name];
  return {
    ...{ name: asked.name, title, row, rows: rows.length },
    ...(tellsValues ? { columns, says, anchor } : { columns: columns.map(nameAlone), says: null, anchor: null }),
    filters: filterWords({ ...asked, subjects }, tellsValues),
    query: { ...(tellsValues ? asked : { name: asked.name }), subjects: subjects?.length ?? null },
    madeOf: madeOf.map((dataset) => {
      const status = statuses.find((one) => one.dataset === dataset);
      return {
        dataset,
        records: status?.records ?? 0,
        generation: status?.generation ?? null,
        asOf: status?.asOf ?? null,
        proof: reportedProof(status?.proof ?? null, tellsValues),
      };
    }),
  };
}

function nameAlone({ name, kind, source }: ColumnEvidence): ColumnEvidence {
  return { name, kind, source, heading: name, derivation: null, help: '' };
}

/** The as-of time of the oldest dataset; null if nothing was mirrored. */
export function oldestAsOf({ madeOf }: ListingEvidence): string | null {
  return (
    madeOf
      .map(({ asOf }) => asOf)
      .filter((asOf) => asOf !== null)
      .sort()[0] ?? null
  );
}

function filterWords({ subjects, tests, dataset, since }: ListingRequest, tellsValues: boolean): readonly string[] {
  const words: string[] = [];
  if (tests !== undefined)
    words.push(
      tellsValues ? `Test is one of ${tests.map((test) => `“${test}”`).join(', ')}` : `Test is one of ${String(tests.length)} named`,
    );
  if (dataset !== undefined) words.push(`Dataset is ${dataset}`);
  if (since !== undefined) words.push(`After generation ${String(since)}`);
  if (subjects !== null) words.push(`Subject is one of ${String(subjects.length)} named`);
  return words;
}
