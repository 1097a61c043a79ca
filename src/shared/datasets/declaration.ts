import type { IssueRule } from '../issues.ts';
import type { StudyTerms } from '../terms/study-terms.ts';

export type ColumnKind = 'text' | 'number' | 'datetime' | 'flag' | 'list';

/** Maximum characters of a record's key, because all keys of a page are held in memory. An entry with a longer one is quarantined. */
export const longestKey = 1024;

/** The three header vocabularies. `sdtm` is null if clinical conventions allow no such name. */
export type HeaderVocabulary = 'plain' | 'sdtm' | 'source';

/** The value of a cell by kind: text/datetime/flag → string, number → number, list → strings. Null: no value. */
export type CellValue = string | number | readonly string[] | null;
export type Row = Readonly<Record<string, CellValue>>;

/**
 * What a column reveals, for protected exports (`shared/protection.ts` defines the treatment). `subject`, `record`, `case` and `lesion`
 * identify one; `date` is a date; `person` identifies somebody at the site; `free` text may contain anything; `address` is an address of
 * the service; `study` and `value` reveal nothing about a person.
 */
export type Tells = 'subject' | 'record' | 'case' | 'lesion' | 'date' | 'person' | 'free' | 'address' | 'study' | 'value';

interface ColumnBase {
  /** Stable name used in SQL, command line and JSON. snake_case. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly plain: string;
  readonly sdtm: string | null;
  readonly help: string;
  /** Pixels at the comfortable density. */
  readonly width: number;
  /** Heading under which the record inspector lists it. */
  readonly section: string;
  /** Shown in the grid by default. */
  readonly shown: boolean;
  /** Right-aligned in the grid although it is text (results). */
  readonly alignRight?: boolean;
  /** If absent, the column is left out of protected exports. */
  readonly tells?: Tells;
  /**
   * For a column whose texts are released one by one in protected exports: the kind of its texts, which determines those common to every
   * study. Absent: a list specific to the study. `study`: the same in all records of the study.
   */
  readonly texts?: 'visit' | 'test' | 'result' | 'number' | 'unit' | 'change' | 'study' | 'range';
  /** For counting numbers: a number of more than three digits is left out of protected exports. */
  readonly counts?: true;
  /** What replaces the value in a protected export, as its headings say, and how that is derived. */
  readonly instead?: { readonly what: 'pseudonym' | 'day'; readonly rule: string };
  /** Identifies a person at the site: hidden unless requested. */
  readonly personal?: boolean;
  /** Few distinct values: the filter offers a list with counts first. */
  readonly categorical?: boolean;
  /**
   * Has few distinct values in a study, also in combination with other shared columns: each combination is stored once and records refer to
   * it. Not for the key, the subject and indexed columns.
   */
  readonly shared?: boolean;
  /** Decimal places in the grid (derived numbers); files and filters keep the unrounded value. */
  readonly decimals?: number;
}

/**
 * A column that is read from the resource. Paths: `a.b`; `a[].b` (every item; texts are joined with "; "); `extension[#CaseId]` (by url
 * fragment, ignoring case, any value key); `extension[#RevisionNumber:2]` (second occurrence); `extension[valueDateTime]` (the first
 * extension with this value key whose address names no field of the interface, for the field whose address the interface does not show,
 * spec 2.4 index 6). If a path asks for a second occurrence and there is only one, that is an issue: it is unknown which of the two it is,
 * and it is used as the first. The first path with a value wins. In a dataset with a `repeated` part, a path that starts with it is read
 * from the item of the row.
 */
export interface SourceColumn extends ColumnBase {
  readonly paths: readonly [string, ...string[]];
  /** Converts the text as sent to the cell's text ("Patient/0012" → "0012"). */
  readonly read?: (sent: string) => string;
  /** What `read` does, in words that follow the path: "without the `Patient/` prefix". */
  readonly readRule?: string;
  /**
   * Further paths whose values belong to those of the first, by item of the innermost list (the unit of a dose). With `which: 'one'`, shows
   * the value at the item of the first one; with `'all'`, the values of each item if there are several.
   */
  readonly beside?: { readonly paths: readonly [string, ...string[]]; readonly which: 'one' | 'all' };
  /** For a list column that the service sends as one text: splits it into items, in order (OMOP rules). */
  readonly split?: (sent: string) => readonly string[];
  /** A text column that also accepts a number, by its digits as sent (results). */
  readonly numberAsText?: boolean;
  /**
   * The path of a sign that FHIR allows next to the value of the first path (`valueQuantity.comparator`) and that makes the value a bound.
   * A text column shows it in front ("> 1000" as ">1000"); a number column is then empty. The interface does not describe it, so it is an
   * issue.
   */
  readonly sign?: string;
  /** A date-time that is placed by its local parts as written, with or without an offset. Otherwise an offset makes it an instant. */
  readonly local?: boolean;
  /** A missing value is an issue. */
  readonly required?: boolean;
  /** The values that the interface lists; any other is kept and listed as an issue. */
  readonly expected?: readonly string[];
  /** Any other condition on the text as sent; a text that violates it is kept and listed as an issue. */
  readonly check?: { readonly rule: IssueRule; readonly holds: (sent: string) => boolean };
}

/**
 * A column that Carrel derives from others of the same row and from the study's terms; `rule` describes how. `derive` reads source columns
 * only, so the order of the columns does not matter.
 */
export interface DerivedColumn extends ColumnBase {
  readonly rule: string;
  readonly derive: (row: Row, terms: StudyTerms) => CellValue;
  /** Depends on the study's terms: rows are derived again when those change. */
  readonly byTerms?: true;
  /**
   * Depends on the subject's baseline, which a row does not contain: it is derived again when a copy is shown, which does not count as a
   * change of the record.
   */
  readonly byBaseline?: true;
  /** Columns whose texts its number is read from. It is released in protected exports only if the text is common to every study. */
  readonly readFrom?: readonly string[];
  /** The column with the sign of a number that is a bound; the window shows the two as one. */
  readonly signColumn?: string;
}

export type Column = SourceColumn | DerivedColumn;

/** One line per record in a list of changes. */
export interface RecordSummary {
  /** The column with the visit; null if records have none. */
  readonly visit: string | null;
  /** The column with a record's name; null if the dataset's singular is used ("Response assessment"). */
  readonly name: string | null;
  /**
   * A record's content, in parts. A part starts with `lead`, and is omitted if its first column is empty. Dates are shortened to the day.
   */
  readonly holds: readonly { readonly lead?: string; readonly columns: readonly [string, ...string[]] }[];
}

/** Icons of datasets in the window, by what they show. */
export type DatasetIcon = 'users' | 'pill' | 'flask' | 'activity' | 'target' | 'stethoscope' | 'scan' | 'dna' | 'clipboard';

/**
 * Everything that defines a dataset: how it is requested, its columns, and how its records are named, dated and listed wherever they are
 * shown. Columns are always referenced by the `name` of one of `columns`.
 */
export interface DatasetDeclaration {
  /** Stable name used in SQL tables, command line, JSON and file names. Lowercase letters. */
  readonly name: string;
  /** One word for the rail, cards and sentences: "Labs". */
  readonly title: string;
  readonly icon: DatasetIcon;
  /** One record, for sentences: "lab result". */
  readonly singular: string;
  /** Increased when the meaning of a column changes; part of the fingerprint, with the columns. */
  readonly version: number;
  /** Path below the base URL, and the `category` parameter if the endpoint needs one (spec 4). */
  readonly endpoint: { readonly path: string; readonly category: string | null };
  readonly resourceType: string;
  /** SDTM-style domain, for file names and sheets: LB, VS, CM, RS, DM. */
  readonly domain: string;
  /** The column whose value identifies a record within the dataset. */
  readonly key: string;
  /** If one resource holds many rows (Group members): the path of the repeated part, `member[]`. */
  readonly repeated?: string;
  /** Paths that the interface describes but that are not columns (structure, fixed addresses). */
  readonly described: readonly string[];
  /** The columns of the default sort order. */
  readonly defaultSort: readonly string[];
  /** Indexes that are worth their cost, each a list of column names. */
  readonly indexes: readonly (readonly string[])[];
  /**
   * The column that places a record in time: for the overview, first and last dates, and the check of dates. Null if records have no date.
   */
  readonly date: string | null;
  /** The columns that say what a record is ("ALT 62 U/L"), and the separator between their cells. */
  readonly label: { readonly columns: readonly [string, ...string[]]; readonly between: ' ' | ' · ' };
  /** The columns that say whose record it is and when, in display order. */
  readonly context: readonly string[];
  readonly summary: RecordSummary;
  /** The columns that distinguish records in a list of check findings. */
  readonly finding: readonly string[];
  readonly columns: readonly Column[];
}

export function isDerived(column: Column): column is DerivedColumn {
  return 'derive' in column;
}

/** Whether a column depends on the subject's baseline, so that it can change although the record does not. */
export function isByBaseline(column: Column): boolean {
  return isDerived(column) && column.byBaseline === true;
}

/** The parts of a declaration that name columns, restricted to its own columns. */
interface NamingColumns<Name extends string> {
  readonly key: Name;
  readonly defaultSort: readonly Name[];
  readonly indexes: readonly (readonly Name[])[];
  readonly date: Name | null;
  readonly label: { readonly columns: readonly Name[] };
  readonly context: readonly Name[];
  readonly summary: {
    readonly visit: Name | null;
    readonly name: Name | null;
    readonly holds: readonly { readonly lead?: string; readonly columns: readonly Name[] }[];
  };
  readonly finding: readonly Name[];
}

/** Keeps a declaration's literal names, so that `RowOf` can be inferred from it. */
export function defineDataset<const D extends DatasetDeclaration>(dataset: D & NamingColumns<D['columns'][number]['name']>): D {
  return dataset;
}

interface CellOfKind {
  readonly text: string | null;
  readonly datetime: string | null;
  readonly flag: string | null;
  /** The digits as sent if JavaScript would change them. */
  readonly number: number | string | null;
  readonly list: readonly string[] | null;
}

/** The row type of a declaration: one property per column, typed by its kind. */
export type RowOf<D extends DatasetDeclaration> = { readonly [C in D['columns'][number] as C['name']]: CellOfKind[C['kind']] };
