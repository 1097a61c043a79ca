import type { DatasetEvidence, Evidence } from '../evidence.ts';
import type { ListingEvidence } from '../listing-evidence.ts';
import type { ReportedProof } from '../reported-proof.ts';
import type { ExportNotes } from '../../../shared/calls/export.ts';
import { exportNoteWords, noNotes } from '../../../shared/export-notes.ts';
import { proseCell } from './cell-writer.ts';
import type { SheetSource } from './workbook.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** What is known only after the rows are written. */
interface Written {
  readonly notes: ExportNotes;
  /** SHA-256 of the rows in hex, by dataset. */
  readonly digests: readonly string[];
}

export const aboutName = 'About this export';

/** Labels of the values by which a workbook is recognized. */
export const aboutWords = {
  id: 'Export id',
  made: 'Made',
  study: 'Study',
  dataset: 'Dataset',
  rows: 'Rows',
  columns: 'Columns',
  generation: 'Generation',
  digest: 'Digest of the rows',
} as const;

type Line = readonly [what: string, value: string | number];

/**
 * The origin of the workbook, what was selected, and how it is known to be complete. `written` is called after the rows before it were
 * written.
 */
export function aboutSheet(evidence: Evidence, written: () => Written): SheetSource {
  return {
    name: aboutName,
    table: null,
    columns: [
      { heading: 'What', width: 30, write: proseCell },
      { heading: 'Value', width: 100, write: proseCell },
    ],
    of: [...lines(evidence, nothingWritten)].length,
    skip: 0,
    rows: rows(evidence, written),
  };
}

const nothingWritten: Written = { notes: noNotes(), digests: [] };

function* rows(evidence: Evidence, written: () => Written): Generator<Line> {
  yield* lines(evidence, written());
}

/** Yields the same number of lines whatever was written. */
function* lines(
  { made, study, headers, protection, terms, dataCutOff, subjects, datasets, notedRows, listing }: Evidence,
  { notes, digests }: Written,
): Generator<Line> {
  yield [aboutWords.id, made.id];
  yield [aboutWords.made, `${made.at} by Carrel ${made.by}`];
  if (made.demo) yield ['Demo data', 'All data is synthetic.'];
  yield [aboutWords.study, study];
  yield ['Headings', headers];
  yield [
    'Tests and units',
    [
      `Version ${String(terms.version)} of the decisions, standard units in ${terms.system}, grades by CTCAE ${terms.ctcae}`,
      ...(terms.digest === null ? [] : [`SHA-256 ${terms.digest}`]),
    ].join(', '),
  ];
  if (dataCutOff !== null) {
    const leftOut = dataCutOff.leftOut.map(({ dataset, records }) => `${String(records)} ${dataset}`).join(', ');
    yield ['Data cut-off', `${dataCutOff.date}; left out: ${leftOut === '' ? 'nothing' : leftOut}`];
  }
  if (notedRows === undefined) yield ['Subject filter', subjects?.says ?? 'none'];
  if (protection !== null) {
    yield ['Pseudonyms for', protection.recipient];
    yield ['Days are counted from', protection.daysFrom];
    yield ['Texts released by a person', protection.allowedTexts];
  }
  if (notedRows !== undefined) yield ['Notes', `${String(notedRows)}, written on this computer, not sent by the service`];
  if (listing !== undefined) yield* listingLines(listing, digests[0] ?? '');
  for (const [at, dataset] of datasets.entries()) yield* datasetLines(dataset, digests[at] ?? '');
  for (const { note, says } of exportNoteWords) yield [says.heading, notes[note]];
}

function* listingLines({ title, rows, columns, says, anchor, filters, query, madeOf }: ListingEvidence, digest: string): Generator<Line> {
  yield ['Listing', title];
  yield [aboutWords.rows, rows];
  yield [aboutWords.columns, columns.length];
  if (says !== null) yield ['What it says', says];
  if (anchor !== null) yield ['Counted from', anchor];
  if (filters.length === 0) yield ['Filter', 'none'];
  for (const filter of filters) yield ['Filter', filter];
  yield ['Query', JSON.stringify(query)];
  for (const { dataset, asOf, generation, proof } of madeOf) {
    yield ['Made of', `${dataset}, complete as of ${asOf ?? 'not known'}, generation ${generation === null ? 'none' : String(generation)}`];
    if (proof !== null) for (const words of proofWords(proof)) yield ['Proof', `${dataset}: ${words}`];
  }
  for (const { heading, derivation } of columns) if (derivation !== null) yield ['Derived column', `${heading}: ${derivation}`];
  yield [aboutWords.digest, `SHA-256 ${digest}`];
}

function* datasetLines(evidence: DatasetEvidence, digest: string): Generator<Line> {
  const { dataset, columns, leftOut, filters, query, generation, asOf, proof } = evidence;
  yield [aboutWords.dataset, dataset];
  yield [aboutWords.rows, evidence.rows];
  yield ['Rows mirrored', evidence.of];
  yield [aboutWords.columns, columns.length];
  if (leftOut.length > 0) yield ['Columns left out', leftOut.join(', ')];
  if (filters.length === 0) yield ['Filter', 'none'];
  for (const filter of filters) yield ['Filter', filter];
  yield ['Query', JSON.stringify(query)];
  yield ['Complete as of', asOf ?? 'not known'];
  yield [aboutWords.generation, generation ?? 'none'];
  if (proof !== null) for (const says of proofWords(proof)) yield ['Proof', says];
  for (const { heading, derivation } of columns) if (derivation !== null) yield ['Derived column', `${heading}: ${derivation}`];
  yield [aboutWords.digest, `SHA-256 ${digest}`];
}

function proofWords(proof: ReportedProof): readonly string[] {
  const announced = proof.totalAtStart === null ? 'announced no total' : `announced ${formatCountOf(proof.totalAtStart, 'record')}`;
  return [
    `${formatCountOf(proof.pages, 'page')} with ${formatCountOf(proof.entries, 'entry', 'entries')} read, containing ${formatCountOf(proof.distinct, 'distinct record')}; the service ${announced}.`,
    proof.confirmed
      ? `Confirmed: every page was found unchanged by a request sent after the last answer with new content (${proof.confirmedAt ?? ''}).`
      : 'Counted, not confirmed: the records add up, but the pages were not all found unchanged together.',
    ...(proof.digest === undefined ? [] : [`SHA-256 over all pages ${proof.digest}`]),
  ];
}
