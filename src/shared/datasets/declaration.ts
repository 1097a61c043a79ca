import type { IssueRule } from '../issues.ts';
import type { StudyTerms } from '../terms/study-terms.ts';

export type ColumnKind = 'text' | 'number' | 'datetime' | 'flag' | 'list';

/** The three header vocabularies. `sdtm` is null where clinical conventions allow no such name. */
export type HeaderVocabulary = 'plain' | 'sdtm' | 'source';

/** What a cell holds, by kind: text/datetime/flag → string, number → number, list → strings. Null: no value. */
export type CellValue = string | number | readonly string[] | null;
export type Row = Readonly<Record<string, CellValue>>;

/**
 * What a column tells, for protected exports (`shared/protection.ts` says what becomes of it): `subject`, `record`, `case` and `lesion`
 * identify one, a `date` is one; a `person` is somebody at the site, `free` text may hold anything, an `address` is the service's own;
 * `study` and `value` tell nothing of whom.
 */
export type Tells = 'subject' | 'record' | 'case' | 'lesion' | 'date' | 'person' | 'free' | 'address' | 'study' | 'value';

interface ColumnBase {
  /** Stable name: SQL column, command line, JSON. snake_case. */
  readonly name: string;
  readonly kind: ColumnKind;
  readonly plain: string;
  readonly sdtm: string | null;
  readonly help: string;
  /** Pixels at the comfortable density. */
  readonly width: number;
  /** Heading under which the record inspector lists it. */
  readonly section: string;
  /** Shown in the grid before anybody chooses columns. */
  readonly shown: boolean;
  /** Right-aligned in the grid although it is text (results). */
  readonly alignRight?: boolean;
  /** Without it a column stays out of protected exports. */
  readonly tells?: Tells;
  /**
   * What its texts are, of a column whose texts leave in protected exports one by one: which of them every study has. Without it: a list of the
   * study's own. `study`: the same in all of its records.
   */
  readonly texts?: 'visit' | 'test' | 'result' | 'number' | 'unit' | 'change' | 'study' | 'range';
  /** Of numbers that count something: one of more than three digits is none, and stays out of protected exports. */
  readonly counts?: true;
  /** What stands there instead in a protected export, which its headings say, and how that is worked out. */
  readonly instead?: { readonly what: 'pseudonym' | 'day'; readonly rule: string };
  /** Names a person at the site: hidden unless asked for. */
  readonly personal?: boolean;
  /** Few distinct values: the filter offers a list with counts first. */
  readonly categorical?: boolean;
  /**
   * Takes few values over a study, also together with the other shared ones: each combination of theirs is kept once and
   * records refer to it. Not for the key, the subject, and what is indexed.
   */
  readonly shared?: boolean;
  /** Digits after the point in the grid (derived numbers); files and filters keep the unrounded value. */
  readonly decimals?: number;
}

/**
 * A column that is read from the resource. Paths: `a.b`, `a[].b` (every item; texts are joined with "; "),
 * `extension[#CaseId]` (by url fragment, case ignored, any value key), `extension[#RevisionNumber:2]` (second occurrence),
 * `extension[valueDateTime]` (the first extension whose address names no field of the interface and that carries this value
 * key; for the one whose address the interface does not show, spec 2.4 index 6). Where a path asks for a second occurrence and there is
 * one only, that is an issue: which of the two it is cannot be told, and it is taken for the first. The first path that has a value wins.
 * In a dataset with a `repeated` part, a path that begins with it is read from the one item of the row.
 */
export interface SourceColumn extends ColumnBase {
  readonly paths: readonly [string, ...string[]];
  /** Turns the text as sent into the cell's text ("Patient/0012" → "0012"). */
  readonly read?: (sent: string) => string;
  /** What `read` does, in words that follow the path: "without `Patient/` in front". */
  readonly readRule?: string;
  /**
   * Further paths whose values belong to those of the first, item by item of the innermost list (the unit of a dose). With `which: 'one'`
   * the value at the item of the first of them is shown; with `'all'` each item's values, where there are several items.
   */
  readonly beside?: { readonly paths: readonly [string, ...string[]]; readonly which: 'one' | 'all' };
  /** A list column that the service sends as one text: its items in order (OMOP rules). */
  readonly split?: (sent: string) => readonly string[];
  /** A text column that also takes a number, by its digits as sent (results). */
  readonly numberAsText?: boolean;
  /**
   * The path of a sign that FHIR lets stand beside the value of the first path (`valueQuantity.comparator`) and that makes it a bound. A text
   * column shows it in front ("> 1000" as ">1000"); a number column is empty then. The interface does not describe it, so it is listed.
   */
  readonly sign?: string;
  /** A date-time whose local parts as written tell its place in time, with an offset or without; else an offset makes it an instant. */
  readonly local?: boolean;
  /** Missing is an issue. */
  readonly required?: boolean;
  /** The values that the interface lists; another one is kept and listed as an issue. */
  readonly expected?: readonly string[];
  /** Any further condition on the text as sent; a breach is kept and listed as an issue. */
  readonly check?: { readonly rule: IssueRule; readonly holds: (sent: string) => boolean };
}

/**
 * A column that Carrel works out from the others of the same row, and from what the study knows of its tests; `rule` says how, in words.
 * `derive` reads source columns only, so the order of the columns does not matter.
 */
export interface DerivedColumn extends ColumnBase {
  readonly rule: string;
  readonly derive: (row: Row, terms: StudyTerms) => CellValue;
  /** The study's terms go into it: rows are read anew when those change. */
  readonly byTerms?: true;
  /** The subject's baseline goes into it, which no row knows: it is worked out once more when a copy is shown, and is no change of the record. */
  readonly byBaseline?: true;
  /** Names of the columns from whose texts its number is read: it leaves in protected exports only where every study has such a text. */
  readonly readFrom?: readonly string[];
  /** Name of the column with the sign of a number that is a bound; the window shows the two as one. */
  readonly signColumn?: string;
}

export type Column = SourceColumn | DerivedColumn;

/** A record in one line of a list of changes. */
export interface RecordSummary {
  /** The column with the visit; null where records have none. */
  readonly visit: string | null;
  /** The column with the name of a record; null where it is told as what it is ("Response assessment"). */
  readonly name: string | null;
  /** What a record holds, in parts; a part is left out where its first column is empty, and begins with `lead`. A date is its day. */
  readonly holds: readonly { readonly lead?: string; readonly columns: readonly [string, ...string[]] }[];
}

/** Icons that a dataset can have in the window, by what they draw. */
export type DatasetIcon = 'users' | 'pill' | 'flask' | 'activity' | 'target' | 'stethoscope' | 'scan' | 'dna' | 'clipboard';

/**
 * All that a dataset is: how it is asked for, its columns, and how its records are named, dated and listed wherever they are shown.
 * Every place where a column is named takes the `name` of one of `columns`.
 */
export interface DatasetDeclaration {
  /** Stable name: SQL tables, command line, JSON, file names. Lower-case letters. */
  readonly name: string;
  /** One word, for the rail, cards and sentences: "Labs". */
  readonly title: string;
  readonly icon: DatasetIcon;
  /** One record, for sentences: "lab result". */
  readonly singular: string;
  /** Raised when the meaning of a column changes; with the columns it makes the fingerprint. */
  readonly version: number;
  /** Path below the base URL, and the `category` parameter where the endpoint needs one (spec 4). */
  readonly endpoint: { readonly path: string; readonly category: string | null };
  readonly resourceType: string;
  /** SDTM-style domain, for file names and sheets: LB, VS, CM, RS, DM. */
  readonly domain: string;
  /** Name of the column whose value identifies a record within the dataset. */
  readonly key: string;
  /** Where one resource carries many rows (Group members): the path of the repeated part, `member[]`. */
  readonly repeated?: string;
  /** Paths that the interface describes but that are no column (structure, fixed addresses). */
  readonly described: readonly string[];
  /** Column names of the order in which rows are shown before anybody sorts. */
  readonly defaultSort: readonly string[];
  /** Indexes worth their cost, each a list of column names. */
  readonly indexes: readonly (readonly string[])[];
  /** The column that places a record in time: overview, first and last dates, the check of dates. Null where records have no date. */
  readonly date: string | null;
  /** The columns that say what a record is ("ALT 62 U/L"), and what stands between their cells. */
  readonly label: { readonly columns: readonly [string, ...string[]]; readonly between: ' ' | ' · ' };
  /** The columns that say whose a record is and when, in the order in which they are told. */
  readonly context: readonly string[];
  readonly summary: RecordSummary;
  /** The columns by which a list of records that a check found tells one from another. */
  readonly finding: readonly string[];
  readonly columns: readonly Column[];
}

export function isDerived(column: Column): column is DerivedColumn {
  return 'derive' in column;
}

/** Whether the subject's baseline goes into a column, so that it may change where the record does not. */
export function isByBaseline(column: Column): boolean {
  return isDerived(column) && column.byBaseline === true;
}

/** Where a declaration names its columns, it names columns that it has. */
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
  /** The digits as sent where JavaScript would change them. */
  readonly number: number | string | null;
  readonly list: readonly string[] | null;
}

/** The row type of one declaration: a property for each column, typed by its kind. */
export type RowOf<D extends DatasetDeclaration> = { readonly [C in D['columns'][number] as C['name']]: CellOfKind[C['kind']] };
