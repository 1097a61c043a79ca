import { readFileOrPipe } from '../core/platform/files.ts';
import { join, resolve } from 'node:path';
import type { ExportRequest } from '../shared/calls/export.ts';
import { exportFormats, type ExportFormat } from '../shared/export-formats.ts';
import { AppError } from '../shared/errors.ts';
import { datasetNames, datasets, type DatasetName } from '../shared/datasets/datasets.ts';
import type { HeaderVocabulary } from '../shared/datasets/declaration.ts';
import { isCalendarDay } from '../shared/day.ts';
import { ctcaeVersions } from '../shared/terms/term-kinds.ts';
import { listingNames } from '../shared/listings.ts';
import { exportFileName } from '../shared/export-names.ts';
import type { ExportPreset } from '../shared/export-preset.ts';
import { checkPlan, type ExportPart } from '../core/export/export-plan.ts';
import type { AllowedTexts, Anchor } from '../shared/protection-schemas.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { parseColumns, parseCondition, parseSort } from '../core/query/parse-condition.ts';
import type { Given } from './command.ts';
import { readPresetFile } from '../core/vault/settings/preset-file.ts';
import { readDataset } from './datasets.ts';
import { readListing } from './listing-arguments.ts';
import { readAllowed, readProtection } from './protect-arguments.ts';

const VOCABULARIES: readonly HeaderVocabulary[] = ['plain', 'source', 'sdtm'];
const DELIMITERS: Readonly<Record<string, ExportRequest['delimiter']>> = { ',': ',', ';': ';', '\t': '\t', '\\t': '\t', tab: '\t' };
const MOST_SUBJECTS = 200_000;
/** Bytes: as many of 320 bytes each. */
const largestSubjects = 64_000_000;

/** One file to write, of one or several datasets. */
export interface Target {
  readonly path: string;
  readonly request: Omit<ExportRequest, 'study'>;
}

/** What a preview of a protected export shows. */
export interface Preview {
  readonly parts: readonly ExportPart[];
  readonly anchor: Anchor;
  readonly allowed: AllowedTexts;
  readonly vocabulary: HeaderVocabulary;
  /** Where to write the texts that wait for review; null for nowhere. */
  readonly texts: string | null;
}

export interface ExportArguments {
  /** The folder of `--dataset all` as an absolute path; null if one file is written. */
  readonly folder: string | null;
  readonly targets: readonly Target[];
}

/** Reads the options of `export` before anything is opened; the preset supplies what they omit. `passphrase`: of a zip. Throws USAGE. */
export function readExportArguments(given: Given, preset: ExportPreset | null, passphrase: string | null): ExportArguments {
  const format = readFormat(given.text('format') ?? preset?.format ?? required(given, 'format', `a format (${exportFormats.join(', ')})`));
  // Read once, because the file may be a pipe.
  const subjects = readSubjects(given.text('subjects'));
  const listing = readListing(given, subjects);
  const names = listing === null ? readDatasets(given, preset) : [];
  const out = resolve(required(given, 'out', 'the path to write to'));
  const protection = listing === null ? readProtection(given, preset?.protection ?? null) : null;
  const form = {
    ...readForm(given, format, preset),
    zip: out.toLowerCase().endsWith('.zip') ? { passphrase } : null,
    protection,
    allowed: readAllowed(given.text('allow')),
    define: given.flag('define'),
    ...readCtcae(given, format),
    ...readCutOff(given),
  };
  if (passphrase !== null && form.zip === null)
    throw new AppError(
      'USAGE',
      'CARREL_EXPORT_PASSPHRASE is set but --out does not end in .zip, so the file would not be encrypted. Give a name ending in .zip, or unset the variable.',
    );
  if (protection !== null && form.zip?.passphrase === null)
    throw new AppError(
      'USAGE',
      'A protected export in a zip must be encrypted. Set its passphrase in CARREL_EXPORT_PASSPHRASE, or write to a file that is not a .zip.',
    );
  if (listing !== null) {
    checkPlan({ ...form, parts: [], listing });
    return { folder: null, targets: [{ path: out, request: { ...form, parts: [], listing } }] };
  }
  const parts = readParts(given, names, subjects, preset);
  for (const part of parts) checkPlan({ ...form, parts: [part] });
  const isFolder = (given.text('dataset') === 'all' || parts.length > 1) && format !== 'xlsx' && form.zip === null;
  if (!isFolder) return { folder: null, targets: [{ path: out, request: { ...form, parts } }] };
  return {
    folder: out,
    targets: parts.map((part) => ({
      path: join(out, exportFileName(part.selection.dataset, format)),
      request: { ...form, parts: [part] },
    })),
  };
}

/** The request of `--protect --preview`, which needs neither a format nor an output path; null if not requested. Throws USAGE. */
export function readPreviewArguments(given: Given, preset: ExportPreset | null): Preview | null {
  if (given.flag('listing')) return null;
  const protection = readProtection(given, preset?.protection ?? null);
  const texts = given.text('texts');
  if (texts !== null && !given.flag('preview')) throw new AppError('USAGE', '"--texts" is only for previews: add --protect --preview.');
  if (protection === null || !given.flag('preview')) return null;
  const parts = readParts(given, readDatasets(given, preset), readSubjects(given.text('subjects')), preset);
  return {
    parts,
    anchor: protection.anchor,
    allowed: readAllowed(given.text('allow')),
    vocabulary: readVocabulary(given.text('headers') ?? preset?.vocabulary ?? 'plain'),
    texts: texts === null ? null : resolve(texts),
  };
}

/** The preset of --preset, which other options override; null without it. Throws USAGE. */
export function readPreset(given: Given): ExportPreset | null {
  const path = given.text('preset');
  return path === null ? null : readPresetFile(path);
}

/** The named datasets, or those of the preset. */
function readDatasets(given: Given, preset: ExportPreset | null): readonly DatasetName[] {
  const known = preset?.parts.map(({ dataset }) => dataset) ?? datasetNames;
  const named = given.text('dataset');
  if (named === 'all' || (named === null && preset !== null)) return known;
  const dataset = readDataset(
    named ?? required(given, 'dataset', `a dataset (${datasetNames.join(', ')}) or all; or --listing: one of ${listingNames.join(', ')}`),
  );
  if (!known.includes(dataset))
    throw new AppError('USAGE', `The preset "${preset?.name ?? ''}" does not cover ${dataset}. It covers ${known.join(', ')}.`);
  return [dataset];
}

function readCtcae(given: Given, format: ExportFormat): Pick<ExportRequest, 'ctcae'> {
  const text = given.text('ctcae');
  if (text === null) return {};
  if (format === 'ndjson')
    throw new AppError('USAGE', '"--ctcae" cannot be used with ndjson, which writes each resource exactly as the service sent it.');
  const ctcae = ctcaeVersions.find((version) => version === text || version === `${text}.0`);
  if (ctcae === undefined) throw new AppError('USAGE', `"--ctcae" must be one of ${ctcaeVersions.join(', ')}, not "${text.slice(0, 16)}".`);
  return { ctcae };
}

/** The data cut-off of a command: undefined for the study's, null for none. Throws USAGE. */
export function readCutOff(given: Given): { readonly cutOff?: string | null } {
  const text = given.text('cut-off');
  if (text === null) return {};
  if (text === 'none') return { cutOff: null };
  if (isCalendarDay(text)) return { cutOff: text };
  throw new AppError('USAGE', `"--cut-off" must be a date, such as 2026-06-30, or none, not "${text.slice(0, 16)}".`);
}

function readForm(
  given: Given,
  format: ExportFormat,
  preset: ExportPreset | null,
): Pick<ExportRequest, 'format' | 'vocabulary' | 'delimiter'> {
  for (const name of ['columns', 'delimiter']) {
    if (format === 'ndjson' && given.text(name) !== null)
      throw new AppError('USAGE', `"--${name}" cannot be used with ndjson, which writes each resource exactly as the service sent it.`);
  }
  return {
    format,
    vocabulary: readVocabulary(given.text('headers') ?? preset?.vocabulary ?? 'plain'),
    delimiter: readDelimiter(given.text('delimiter') ?? preset?.delimiter ?? ','),
  };
}

function readParts(given: Given, names: readonly DatasetName[], subjects: string[] | null, preset: ExportPreset | null): ExportPart[] {
  return names.map((dataset) => readPart(given, dataset, subjects, preset));
}

function readPart(given: Given, dataset: DatasetName, subjects: string[] | null, preset: ExportPreset | null): ExportPart {
  const declaration = datasets[dataset];
  const kept = preset?.parts.find((part) => part.dataset === dataset);
  const [columns, sort] = [given.text('columns'), given.text('sort')];
  return {
    selection: {
      dataset,
      where: given.texts('where').map((text) => parseCondition(declaration, text)),
      search: '',
      subjects,
      chosen: null,
    },
    sort: sort === null ? (kept?.sort ?? []) : parseSort(declaration, sort),
    columns: columns === null ? (kept?.columns ?? []) : parseColumns(declaration, columns),
  };
}

function readFormat(text: string): ExportFormat {
  const found = exportFormats.find((format) => format === text);
  if (found !== undefined) return found;
  const there = `The formats are: ${exportFormats.join(', ')}.`;
  const nearest = nearestName(text, exportFormats);
  throw new AppError('USAGE', `There is no format "${text.slice(0, 40)}". ${nearest === null ? there : `Did you mean "${nearest}"?`}`);
}

export function readVocabulary(text: string): HeaderVocabulary {
  const found = VOCABULARIES.find((vocabulary) => vocabulary === text);
  if (found === undefined) throw new AppError('USAGE', `"--headers" must be one of ${VOCABULARIES.join(', ')}.`);
  return found;
}

function readDelimiter(text: string): ExportRequest['delimiter'] {
  const found = Object.hasOwn(DELIMITERS, text) ? DELIMITERS[text] : undefined;
  if (found === undefined) throw new AppError('USAGE', '"--delimiter" must be comma, semicolon or tab.');
  return found;
}

/** Subject numbers, one per line; null without the option. */
function readSubjects(path: string | null): string[] | null {
  if (path === null) return null;
  const lines = readText(path)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new AppError('USAGE', 'The --subjects file names no subjects. Put one subject on each line.');
  if (lines.length > MOST_SUBJECTS)
    throw new AppError('USAGE', 'The --subjects file names more than 200,000 subjects, the most Carrel accepts.');
  return [...new Set(lines)];
}

function readText(path: string): string {
  try {
    return readFileOrPipe(path, largestSubjects);
  } catch (cause: unknown) {
    throw new AppError('USAGE', `The --subjects file could not be read: ${path}`, cause);
  }
}

function required(given: Given, name: string, what: string): string {
  const value = given.text(name);
  if (value === null) throw new AppError('USAGE', `"export" needs --${name}: ${what}.`);
  return value;
}
