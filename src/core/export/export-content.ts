import { exportFileName } from '../../shared/export-names.ts';
import type { ExportFormat } from '../../shared/export-formats.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { StudyStatus } from '../../shared/status.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { leftOutBy } from '../query/up-to-cut-off.ts';
import type { Chunks, Piece } from './chunks.ts';
import { defineXml } from './define/define-xml.ts';
import { readDefined } from './define/read-defined.ts';
import { noNotes, type CountedNotes } from '../../shared/export-notes.ts';
import { countingStrange } from './count-strange.ts';
import { csvChunks } from './csv/csv-chunks.ts';
import { datasetJsonChunks } from './dataset-json-chunks.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { oldestAsOf } from './listing-evidence.ts';
import { evidenceMember, evidenceText, type WrittenFile } from './evidence-file.ts';
import type { ExportPart, ExportPlan } from './export-plan.ts';
import { openTable, type ExportTable } from './export-table.ts';
import { ndjsonChunks } from './ndjson-chunks.ts';
import { openListingTable } from './listing-table.ts';
import { openNotes } from './notes-table.ts';
import { openPivot } from './pivot-export.ts';
import { parquetChunks } from './parquet/parquet-chunks.ts';
import { isPivot } from './pivot-part.ts';
import { protectStudy } from './protect/protected-table.ts';
import { xlsxChunks } from './xlsx/xlsx-chunks.ts';
import { xptChunks } from './xpt/xpt-chunks.ts';
import { zipChunks, type ZipMember } from './zip/zip-chunks.ts';
import { meantOf, type SubjectsMeant } from '../../shared/subjects-meant.ts';
import { everySubject } from '../views/list-subjects.ts';

export interface ExportContent {
  readonly chunks: Chunks;
  /** The evidence next to the file, or in a workbook. */
  readonly evidence: Evidence;
  /** Final once the chunks are written. */
  readonly notes: CountedNotes;
  /** The files of a zip, once it is written; null if the export is not a zip, or is encrypted. */
  readonly members: () => readonly WrittenFile[] | null;
}

export interface ContentForm {
  readonly made: Made;
  /** A part of a workbook or zip may be larger than 4 GiB. */
  readonly isLarge: boolean;
}

/** Opens the content of an export file. Call inside a snapshot that also covers `status`, and read the chunks inside it. */
export async function openContent(
  study: StudyReader,
  status: StudyStatus,
  plan: ExportPlan,
  { made, isLarge }: ContentForm,
): Promise<ExportContent> {
  const notes = noNotes();
  const guard = plan.protection === null ? null : protectStudy(study, plan.protection, plan.allowed ?? []);
  const listed = plan.listing === undefined ? null : await openListingTable(study, plan.listing);
  const alone = listed?.table ?? (plan.noted === undefined ? null : openNotes(study, plan.noted.ids));
  const tables: readonly OpenPart[] =
    alone === null
      ? plan.parts.map((part) => ({ part, table: guard === null ? openPart(study, part, plan.format) : guard.table(part, notes) }))
      : [{ part: null, table: alone }];
  const counted = tables.map((open): OpenPart => ({ ...open, table: countingStrange(open.table, notes) }));
  const subjects = subjectsAsked(study, plan);
  const evidenceTelling = (tellsValues: boolean): Evidence =>
    evidenceOf(
      status,
      plan,
      {
        tables: tables.map(({ table }) => table),
        listed: listed?.listing ?? null,
        terms: termsOf(study),
        dataCutOff: cutOffOf(study),
        subjects,
      },
      made,
      tellsValues,
    );
  const evidence = evidenceTelling(plan.protection === null);
  const source: Source = { study, plan, evidence, notes, isLarge };
  const [first] = counted;
  if (first === undefined) throw new RangeError('An export needs at least one part.');
  if (plan.zip === null) {
    const chunks = plan.format === 'xlsx' ? workbook(source, counted) : sources[plan.format](source, first);
    return { chunks, evidence, notes, members: () => null };
  }
  let members: readonly WrittenFile[] = [];
  const chunks = zipChunks(
    [...membersOf(source, counted), ...defineOf(source, counted)],
    { passphrase: plan.zip.passphrase, isLarge },
    (written) => {
      members = written;
      return [evidenceMember, evidenceText(evidence, notes, null, written)];
    },
  );
  // The evidence next to an encrypted file must disclose neither the filter values nor anything by which a guess could be confirmed.
  const isEncrypted = plan.zip.passphrase !== null;
  return { chunks, evidence: isEncrypted ? evidenceTelling(false) : evidence, notes, members: () => (isEncrypted ? null : members) };
}

function openPart(study: StudyReader, part: ExportPart, format: ExportFormat): ExportTable {
  if (isPivot(part)) return openPivot(study, part);
  // Resources are read from the pages as sent, not from columns.
  return format === 'ndjson' ? openTable(study, part, Number.POSITIVE_INFINITY) : openTable(study, part);
}

interface Source {
  readonly study: StudyReader;
  readonly plan: ExportPlan;
  readonly evidence: Evidence;
  readonly notes: CountedNotes;
  readonly isLarge: boolean;
}

interface OpenPart {
  /** Null for notes or a listing. */
  readonly part: ExportPart | null;
  readonly table: ExportTable;
}

function workbook({ evidence, notes, isLarge }: Source, tables: readonly OpenPart[]): Chunks {
  return xlsxChunks(
    tables.map(({ table }) => table),
    evidence,
    notes,
    isLarge,
  );
}

function membersOf(source: Source, tables: readonly OpenPart[]): readonly ZipMember[] {
  const { format } = source.plan;
  if (format === 'xlsx') return [{ name: exportFileName('study', format), chunks: workbook(source, tables), stored: true }];
  return tables.map((open) => ({
    name: exportFileName(open.table.dataset.name, format),
    chunks: sources[format](source, open),
    stored: false,
  }));
}

/** The define.xml of the datasets, if requested; written last, after their rows were read. */
function defineOf({ plan, evidence }: Source, tables: readonly OpenPart[]): readonly ZipMember[] {
  if (plan.define !== true) return [];
  const pieces = function* (): Generator<Piece> {
    const defined = tables.flatMap(({ part, table }) => (part === null ? [] : [readDefined(part, table, plan)]));
    yield { bytes: Buffer.from(defineXml(evidence.study, defined, evidence.made)), rows: 0 };
  };
  return [{ name: 'define.xml', chunks: { of: 0, columns: 0, pieces: pieces() }, stored: false }];
}

const sources: Readonly<Record<Exclude<ExportFormat, 'xlsx'>, (source: Source, open: OpenPart) => Chunks>> = {
  csv: delimited,
  'csv-excel': delimited,
  'dataset-json': datasetJson,
  'dataset-json-nd': datasetJson,
  xpt: ({ plan, evidence, notes }, { table }) => xptChunks(table, plan, evidence.made, notes),
  parquet: ({ plan, evidence, notes }, { table }) => parquetChunks(table, plan.vocabulary, evidence, notes),
  ndjson: ({ study }, { part }) => {
    if (part === null) throw new RangeError('Notes and listings have no resources.');
    return ndjsonChunks(study, part);
  },
};

function delimited({ plan, notes }: Source, { table }: OpenPart): Chunks {
  return csvChunks(table, plan, notes);
}

function datasetJson({ plan, evidence }: Source, { table }: OpenPart): Chunks {
  const { study, made, datasets, listing } = evidence;
  const asOf = listing === undefined ? (datasets.find(({ dataset }) => dataset === table.dataset.name)?.asOf ?? null) : oldestAsOf(listing);
  return datasetJsonChunks(table, plan, { study, made, asOf });
}

/** The terms and the CTCAE version used in this file. */
function termsOf({ db, gradedBy }: StudyReader): StudyTerms {
  const terms = storedTerms(db);
  return gradedBy === undefined ? terms : { ...terms, ctcae: gradedBy };
}

function cutOffOf(study: StudyReader): Evidence['dataCutOff'] {
  return study.cutOff === undefined ? null : { date: study.cutOff, leftOut: leftOutBy(study, study.cutOff) };
}

/** How many of the study's subjects the subject filter of an export keeps; null without a subject filter. Call inside a snapshot. */
function subjectsAsked(
  study: StudyReader,
  { parts, listing, noted }: Pick<ExportPlan, 'parts' | 'listing' | 'noted'>,
): SubjectsMeant | null {
  const one = listing ?? noted;
  const asked = one === undefined ? parts.map(({ selection }) => selection.subjects) : [one.subjects];
  if (asked.length === 0 || asked.includes(null)) return null;
  return meantOf(
    asked.flatMap((subjects) => subjects ?? []),
    everySubject(study),
  );
}
