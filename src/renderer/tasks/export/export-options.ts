import type { ExportRequest } from '../../../shared/calls/export.ts';
import { exportFormats, type ExportFormat } from '../../../shared/export-formats.ts';
import type { LastChoices } from '../../../shared/calls/presets.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { exportFileName, inFileName } from '../../../shared/export-names.ts';
import type { ExportPreset } from '../../../shared/export-preset.ts';
import { subjectsInName, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { Sort } from '../../../shared/query.ts';
import type { ExportSource, GridSource, WholeDataset } from '../../record/export/export-source.ts';
import { leavingSort, protectChoiceOf, protectionAsked, type ProtectChoice } from './protect-options.ts';

export type RowsChoice = 'selected' | 'filtered' | 'all';
type Part = ExportRequest['parts'][number];

/** Choices of the export dialog. */
export interface ExportOptions {
  /** The rows of the grid, or the whole study. */
  readonly scope: 'grid' | 'study';
  readonly rows: RowsChoice;
  readonly format: ExportFormat;
  readonly vocabulary: HeaderVocabulary;
  /** `preset`: those of the preset. */
  readonly columns: 'shown' | 'all' | 'preset';
  readonly delimiter: ExportRequest['delimiter'];
  /** The chosen preset, as it was when chosen. */
  readonly preset: ExportPreset | null;
  /** Null if records are exported as mirrored. */
  readonly protect: ProtectChoice | null;
  /** Adds a define.xml if `canDefine`. */
  readonly define: boolean;
  /** Writes a folder of Parquet files that later runs extend, if `canBeLake`. */
  readonly lake: boolean;
}

/** What the dialog was opened for. */
export interface ExportSubject {
  readonly source: ExportSource;
  /** The mirrored datasets of the study. */
  readonly whole: readonly WholeDataset[];
  /** Subjects under the subject filter; null without a filter. */
  readonly meant: SubjectsMeant | null;
}

/** By default a workbook of what the grid shows, with the last choices for this dataset if there are any. */
export function initialOptions({ grid }: ExportSource, vocabulary: HeaderVocabulary, last: LastChoices): ExportOptions {
  const { format = 'xlsx', delimiter = ',', columns = 'shown' } = last[grid?.dataset ?? 'study'] ?? {};
  return {
    scope: grid === null ? 'study' : 'grid',
    rows: grid === null ? 'all' : grid.counts.selected > 0 ? 'selected' : isNarrowed(grid) ? 'filtered' : 'all',
    format: grid?.pivot !== undefined && format === 'ndjson' ? 'xlsx' : format,
    vocabulary,
    columns,
    delimiter,
    preset: null,
    protect: null,
    define: false,
    lake: false,
  };
}

/** Whether a preset applies: it must be for a whole study or for the dataset in the grid, and the grid must not be by visit. */
export function fitsPreset({ grid }: ExportSource, { parts }: ExportPreset): boolean {
  if (grid?.pivot !== undefined) return false;
  return parts.length > 1 || parts[0]?.dataset === grid?.dataset;
}

export function withPreset(options: ExportOptions, preset: ExportPreset): ExportOptions {
  const { format, vocabulary, delimiter, parts, protection } = preset;
  const scope = parts.length > 1 ? 'study' : 'grid';
  return { ...options, scope, format, vocabulary, delimiter, columns: 'preset', preset, protect: protectChoiceOf(protection), lake: false };
}

/** Choosing a lake clears the preset, because a lake contains all datasets with all columns. */
export function withLake(options: ExportOptions, lake: boolean): ExportOptions {
  if (!lake) return { ...options, lake };
  return { ...options, lake, preset: null, columns: options.columns === 'preset' ? 'all' : options.columns };
}

export function isNarrowed({ selection }: GridSource): boolean {
  return selection.where.length > 0 || selection.search !== '';
}

/** Number of rows of the grid, or of all exported datasets. A lake has no data cut-off. */
export function rowCount(subject: ExportSubject, options: ExportOptions): number {
  const grid = gridOf(subject.source, options);
  if (grid !== null) return grid.counts[options.rows];
  const lake = isLake(subject, options);
  return wholeDatasets(subject, options).reduce((sum, { rows, all }) => sum + (lake ? all : rows), 0);
}

/** The datasets of a whole-study export: those of the preset, or all. */
export function wholeDatasets({ whole }: ExportSubject, { preset, columns }: ExportOptions): readonly WholeDataset[] {
  if (preset === null || columns !== 'preset') return whole;
  return whole.filter(({ dataset }) => preset.parts.some((part) => part.dataset === dataset));
}

/** The grid whose rows are exported; null for a whole study. */
export function gridOf({ grid }: ExportSource, { scope }: ExportOptions): GridSource | null {
  return scope === 'grid' ? grid : null;
}

/** Columns of a dataset in the file. "All" leaves out those that identify a person at the site. */
export function columnNames(of: ColumnsOf, { columns, preset }: ExportOptions): readonly string[] {
  const { dataset, shown } = of;
  if (columns === 'shown') return shown;
  if (of.pivot !== undefined) return allColumns(of);
  const kept = columns === 'preset' ? preset?.parts.find((part) => part.dataset === dataset)?.columns : undefined;
  return kept !== undefined && kept.length > 0 ? kept : allColumns(of);
}

/** What the columns of a grid or a whole dataset depend on. */
export type ColumnsOf = Pick<GridSource, 'dataset' | 'shown' | 'pivot'>;

export function declaredColumns({ dataset, pivot }: ColumnsOf): readonly Column[] {
  return pivot?.columns ?? datasets[dataset].columns;
}

/** All columns except those that identify a person at the site. */
export function allColumns(of: ColumnsOf): readonly string[] {
  return declaredColumns(of)
    .filter((column) => column.personal !== true)
    .map((column) => column.name);
}

/** The first headers of the file: "Subject, Collected, Result …". Parquet has column names instead, unless the vocabulary is SDTM. */
export function headerSample(
  of: ColumnsOf,
  names: readonly string[],
  { vocabulary, format, lake }: Pick<ExportOptions, 'vocabulary' | 'format' | 'lake'>,
): string {
  const isNamed = (lake || format === 'parquet') && vocabulary !== 'sdtm';
  const headers = names.slice(0, 3).map((name) => {
    const column = declaredColumns(of).find((known) => known.name === name);
    return column === undefined || isNamed ? name : headerOf(column, vocabulary);
  });
  return headers.join(', ') + (names.length > headers.length ? ' …' : '');
}

/** Estimated bytes of a workbook apart from its rows (codebook, evidence), and the compression ratio of its rows. */
const workbook = { bytes: 12_000, share: 0.35 } as const;

/** Rough size in bytes, from the column widths, which fit the usual content. */
export function guessSize(subject: ExportSubject, options: ExportOptions): number {
  const grid = gridOf(subject.source, options);
  const plain = partsOf(subject, options).reduce((sum, { selection: { dataset }, columns }, at) => {
    const names = new Set(columns);
    const widths = declaredColumns(grid ?? { dataset, shown: [] }).filter((column) => names.has(column.name));
    const line = widths.reduce(
      (total, column) => total + column.width / 10 + (options.format === 'ndjson' ? column.name.length + 6 : 1),
      2,
    );
    const rows = grid === null ? (wholeDatasets(subject, options)[at]?.rows ?? 0) : rowCount(subject, options);
    return sum + Math.round(line * rows);
  }, 0);
  return options.format === 'xlsx' ? Math.round(workbook.bytes + plain * workbook.share) : plain;
}

/** "22-001_labs_filtered_3-of-201-subjects_20260514-1432.csv": has the number of subjects, but identifies none. */
export function suggestName(subject: ExportSubject, options: ExportOptions, now: Date): string {
  const study = inFileName(subject.source.study);
  const grid = gridOf(subject.source, options);
  const what = grid === null ? 'study' : `${grid.dataset}_${grid.pivot === undefined ? '' : 'by-visit_'}${options.rows}`;
  const name = `${study}_${what}${options.protect === null ? '' : '_protected'}${subjectsInName(subject.meant)}_${stampOf(now)}`;
  return isZip(subject, options) ? `${name}.zip` : exportFileName(name, options.format);
}

const endings: readonly string[] = ['.zip', ...exportFormats.map((format) => exportFileName('', format))];

/** A typed name, with the ending of the suggested one in place of another format's. */
export function withEndingOf(suggested: string, typed: string): string {
  const [wanted, own] = [suggested, typed.toLowerCase()].map((name) => endings.find((ending) => name.endsWith(ending)));
  return wanted === undefined || own === undefined ? typed : typed.slice(0, -own.length) + wanted;
}

/** "20260514-1432", in local time. */
export function stampOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(now.getFullYear())}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
}

/** Several datasets make one workbook, or a zip in other formats; protected exports are always in a zip. */
function isZip(subject: ExportSubject, options: ExportOptions): boolean {
  return options.protect !== null || (options.format !== 'xlsx' && partsOf(subject, options).length > 1);
}

/** Whether a define.xml can be added: it describes the files in a zip for SAS or CDISC tools. */
export function canDefine(subject: ExportSubject, options: ExportOptions): boolean {
  const isTable = gridOf(subject.source, options)?.pivot === undefined;
  return isTable && isZip(subject, options) && (options.format === 'xpt' || options.format === 'dataset-json');
}

/** A lake always contains the whole study with all subjects. */
export function canBeLake(subject: ExportSubject, options: ExportOptions): boolean {
  return gridOf(subject.source, options) === null && subject.source.subjects === null;
}

export function isLake(subject: ExportSubject, options: ExportOptions): boolean {
  return options.lake && canBeLake(subject, options);
}

export function requestOf(subject: ExportSubject, options: ExportOptions): ExportRequest {
  const { vocabulary, format, delimiter } = options;
  if (isLake(subject, options))
    return {
      ...{ study: subject.source.study, parts: [], vocabulary, format: 'parquet', delimiter: ',', zip: null, lake: true },
      protection: protectionAsked(options.protect),
      ...(options.protect === null ? {} : { allowed: options.protect.allowed }),
    };
  return {
    study: subject.source.study,
    parts: [...partsOf(subject, options)],
    vocabulary,
    format,
    delimiter,
    zip: isZip(subject, options) ? { passphrase: options.protect?.passphrase ?? null } : null,
    protection: protectionAsked(options.protect),
    ...(options.protect === null ? {} : { allowed: options.protect.allowed }),
    ...(options.define && canDefine(subject, options) ? { define: true } : {}),
  };
}

function partsOf(subject: ExportSubject, options: ExportOptions): readonly Part[] {
  const grid = gridOf(subject.source, options);
  if (grid !== null) {
    const columns = [...columnNames(grid, options)];
    const sort = sortOf(grid.dataset, presetSort(grid.dataset, options) ?? grid.sort, options);
    const pivot = grid.pivot === undefined ? {} : { pivot: { tests: [...grid.pivot.tests] } };
    return [{ selection: selectionOf(grid, options.rows), sort, columns, ...pivot }];
  }
  return wholeDatasets(subject, options).map(({ dataset, shown }) => ({
    selection: {
      dataset,
      where: [],
      search: '',
      subjects: subject.source.subjects === null ? null : [...subject.source.subjects],
      chosen: null,
    },
    sort: sortOf(dataset, presetSort(dataset, options) ?? [], options),
    columns: [...columnNames({ dataset, shown }, options)],
  }));
}

function sortOf(dataset: Part['selection']['dataset'], sort: readonly Sort[], { protect }: ExportOptions): Sort[] {
  return [...(protect === null ? sort : leavingSort(dataset, sort))];
}

/** Sort order of the preset; null if it has none. */
function presetSort(dataset: Part['selection']['dataset'], { columns, preset }: ExportOptions): Part['sort'] | null {
  const sort = columns === 'preset' ? preset?.parts.find((part) => part.dataset === dataset)?.sort : undefined;
  return sort === undefined || sort.length === 0 ? null : sort;
}

function selectionOf({ selection, chosen, dataset }: GridSource, rows: RowsChoice): Part['selection'] {
  switch (rows) {
    case 'selected':
      return { ...selection, chosen };
    case 'filtered':
      return { ...selection, chosen: null };
    case 'all':
      return { dataset, where: [], search: '', subjects: selection.subjects, chosen: null };
  }
}
