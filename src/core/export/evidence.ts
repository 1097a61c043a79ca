import { conditionWords } from '../../shared/condition-words.ts';
import type { ExportFormat } from '../../shared/export-formats.ts';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column, type HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { Condition, Selection, Sort } from '../../shared/query.ts';
import type { AllowedTexts } from '../../shared/protection-schemas.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import type { CtcaeVersion, UnitSystem } from '../../shared/terms/term-kinds.ts';
import { termsDigest } from '../extract/terms-digest.ts';
import { saySubjects, type SubjectsMeant } from '../../shared/subjects-meant.ts';
import type { DatasetStatus, StudyStatus } from '../../shared/status.ts';
import { findColumn } from '../query/columns.ts';
import { searchWords } from '../query/compile.ts';
import type { LeftOut } from '../query/up-to-cut-off.ts';
import type { ExportPart, ExportPlan } from './export-plan.ts';
import type { ExportTable } from './export-table.ts';
import type { Listing } from '../listings/listing.ts';
import type { ColumnEvidence } from './column-evidence.ts';
import { listingEvidence, type ListingEvidence } from './listing-evidence.ts';
import { sayAnchor } from './protect/protected-columns.ts';
import { sasDateNames, sasNames } from './sas-names.ts';
import { reportedProof, type ReportedProof } from './reported-proof.ts';

/** What defends an exported table: where it comes from, what was selected, and how it is known to be complete. */
export interface Evidence {
  readonly made: Made;
  readonly study: string;
  readonly format: ExportFormat;
  readonly headers: HeaderVocabulary;
  /** Null if records are exported as mirrored. */
  readonly protection: ProtectionEvidence | null;
  /**
   * How tests and units were interpreted: the version of the decisions (0 if none were made), their SHA-256 (null where nothing
   * may confirm a guess), the system of standard units, and the version of CTCAE used for grading.
   */
  readonly terms: { readonly version: number; readonly digest: string | null; readonly system: UnitSystem; readonly ctcae: CtcaeVersion };
  /** The last day whose records are included, and how many records it leaves out, by dataset; null if no data cut-off was in force. */
  readonly dataCutOff: { readonly date: string; readonly leftOut: readonly LeftOut[] } | null;
  /** The subjects that the subject filter keeps, in numbers and in words; null without a subject filter. */
  readonly subjects: (SubjectsMeant & { readonly says: string }) | null;
  readonly datasets: readonly DatasetEvidence[];
  /** Number of notes in an export of notes. They are written on this computer, so there is no dataset or proof behind them. */
  readonly notedRows?: number;
  /** For a listing, whose rows are derived from the datasets that it names. */
  readonly listing?: ListingEvidence;
}

/** States that subjects and records have pseudonyms, for which recipient, and what days are counted from. */
export interface ProtectionEvidence {
  readonly recipient: string;
  readonly daysFrom: string;
  /** How many texts a person reviewed and allowed, in addition to those that every study has. */
  readonly allowedTexts: number;
}

export interface DatasetEvidence {
  readonly dataset: DatasetName;
  /** Rows in the file; `of` is the number of mirrored records. */
  readonly rows: number;
  readonly of: number;
  readonly columns: readonly ColumnEvidence[];
  /** Headings of requested columns that a protected export leaves out. */
  readonly leftOut: readonly string[];
  /** The filters in words; empty if there are none. */
  readonly filters: readonly string[];
  /** The filters as requested. */
  readonly query: Query;
  readonly generation: number | null;
  readonly asOf: string | null;
  readonly proof: ReportedProof | null;
}

interface Query {
  /** Without their values if those must not be disclosed. */
  readonly where: readonly (Condition | Omit<Condition, 'values'>)[];
  readonly search: string | null;
  readonly sort: readonly Sort[];
  /**
   * How many subjects the export was narrowed to, and how many single records it includes or excludes; null if it was not narrowed that
   * way.
   */
  readonly subjects: number | null;
  readonly chosen: { readonly mode: 'only' | 'except'; readonly records: number } | null;
  /** For a table by visit: its tests, or only their number if they must not be disclosed. */
  readonly pivot?: { readonly tests: readonly string[] | number };
}

/** The parts of a study that evidence is made from; `subjects` is null without a subject filter. */
interface EvidenceSource {
  readonly tables: readonly ExportTable[];
  readonly listed: Listing | null;
  readonly terms: StudyTerms;
  readonly dataCutOff: Evidence['dataCutOff'];
  readonly subjects: SubjectsMeant | null;
}

/**
 * Returns the evidence of an export, from the snapshot that its tables are read from. `tellsValues`: filters include the values they look
 * for, and the decisions on tests their digest. These may be subjects, dates or names, which do not belong next to an encrypted or
 * pseudonymised file.
 */
export function evidenceOf(
  { study, datasets: statuses }: StudyStatus,
  { parts, noted, listing, format, vocabulary, protection, allowed = [] }: ExportPlan,
  { tables, listed, terms, dataCutOff, subjects }: EvidenceSource,
  made: Made,
  tellsValues: boolean,
): Evidence {
  return {
    made,
    study,
    format,
    headers: vocabulary,
    protection:
      protection === null
        ? null
        : { ...{ recipient: protection.recipient, daysFrom: sayAnchor(protection.anchor) }, allowedTexts: countAllowed(allowed) },
    terms: { version: terms.version, digest: tellsValues ? termsDigest(terms) : null, system: terms.system, ctcae: terms.ctcae },
    dataCutOff,
    subjects: subjects === null ? null : { ...subjects, says: saySubjects(subjects) },
    ...(noted === undefined ? {} : { notedRows: tables[0]?.of ?? 0 }),
    ...(listing === undefined || listed === null
      ? {}
      : { listing: listingEvidence(listing, listed, statuses, columnsEvidence(listed.columns, vocabulary, format), tellsValues) }),
    datasets: parts.map((part, at) => {
      const status = statuses.find(({ dataset }) => dataset === part.selection.dataset) ?? null;
      return datasetEvidence(part, tables[at] ?? null, status, { format, vocabulary }, tellsValues);
    }),
  };
}

function countAllowed(allowed: AllowedTexts): number {
  return allowed.reduce((sum, { texts }) => sum + texts.length, 0);
}

function datasetEvidence(
  { selection, sort, pivot }: ExportPart,
  table: ExportTable | null,
  status: DatasetStatus | null,
  { format, vocabulary }: Pick<ExportPlan, 'format' | 'vocabulary'>,
  tellsValues: boolean,
): DatasetEvidence {
  const { dataset, where, search, subjects, chosen } = selection;
  return {
    dataset,
    rows: table?.of ?? 0,
    of: status?.records ?? table?.of ?? 0,
    columns: columnsEvidence(table?.columns ?? [], vocabulary, format),
    leftOut: (table?.leftOut ?? []).map((column) => headerOf(column, vocabulary)),
    filters: [...filterWords(selection, vocabulary, tellsValues), ...(pivot === undefined ? [] : [pivotWords(pivot.tests, tellsValues)])],
    query: {
      where: tellsValues ? where : where.map(({ column, op }) => ({ column, op })),
      search: tellsValues || search === '' ? search : null,
      sort,
      subjects: subjects?.length ?? null,
      chosen: chosen === null ? null : { mode: chosen.mode, records: chosen.keys.length },
      ...(pivot === undefined ? {} : { pivot: { tests: tellsValues ? pivot.tests : pivot.tests.length } }),
    },
    generation: status?.generation ?? null,
    asOf: status?.asOf ?? null,
    proof: reportedProof(status?.proof ?? null, tellsValues),
  };
}

function columnsEvidence(columns: readonly Column[], vocabulary: HeaderVocabulary, format: ExportFormat): readonly ColumnEvidence[] {
  const isNamed =
    format === 'xpt' || (vocabulary === 'sdtm' && (format === 'dataset-json' || format === 'dataset-json-nd' || format === 'parquet'));
  const variables = isNamed ? sasNames(columns) : [];
  const dated = format === 'xpt' ? columns.filter(({ kind }) => kind === 'datetime') : [];
  const dates = sasDateNames(
    dated.map((column) => variables[columns.indexOf(column)] ?? ''),
    variables,
  );
  return columns.map((column, at) => {
    const variable = variables[at];
    const numeric = dates[dated.indexOf(column)];
    return {
      ...columnEvidence(column, vocabulary),
      ...(variable === undefined ? {} : { variable }),
      ...(numeric === undefined ? {} : { dates: numeric }),
    };
  });
}

function columnEvidence(column: Column, vocabulary: HeaderVocabulary): ColumnEvidence {
  const { name, kind, help, instead } = column;
  const heading = headerOf(column, vocabulary);
  return isDerived(column)
    ? { name, heading, kind, source: [], derivation: instead?.rule ?? column.rule, help }
    : { name, heading, kind, source: column.paths, derivation: instead?.rule ?? null, help };
}

/** Describes the rows of a table by visit, which are not those of the dataset. */
function pivotWords(tests: readonly string[], tellsValues: boolean): string {
  const named = tellsValues ? tests.map((test) => `“${test}”`).join(', ') : `${String(tests.length)} tests`;
  return `One row per subject, visit and day, with the results of ${named}`;
}

function filterWords(
  { dataset, where, search, subjects, chosen }: Selection,
  vocabulary: HeaderVocabulary,
  tellsValues: boolean,
): readonly string[] {
  const words = where.map((condition) => {
    const column = findColumn(datasets[dataset], condition.column);
    const heading = headerOf(column, vocabulary);
    return tellsValues ? conditionWords(column, condition, heading) : `${heading} ${condition.op} …`;
  });
  const searched = searchWords(search).map((word) => `“${word}”`);
  // Each word may be in another text.
  if (searched.length > 0) words.push(`Texts of the record contain ${tellsValues ? searched.join(' and ') : '…'}`);
  if (subjects !== null) words.push(`Subject is one of ${String(subjects.length)} named`);
  if (chosen !== null) words.push(`Record is ${chosen.mode === 'only' ? 'one' : 'none'} of ${String(chosen.keys.length)} ticked`);
  return words;
}
