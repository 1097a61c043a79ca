import { datasets, type Dataset } from '../../src/shared/datasets/datasets.ts';
import { isDerived, type SourceColumn } from '../../src/shared/datasets/declaration.ts';

/** A column of a view (SQL on FHIR v2). */
interface ViewColumn {
  readonly name: string;
  readonly path: string;
  readonly type: 'string' | 'decimal';
  readonly description: string;
  readonly collection?: true;
}

/**
 * The declared tables as ViewDefinitions of SQL on FHIR v2, for use with a FHIR server or a bulk store. Derived columns are left out, as
 * are the few columns that no path can express.
 */
function viewDefinition(dataset: Dataset): string {
  const { name, title, resourceType, endpoint, repeated } = dataset;
  const sent = dataset.columns.filter((column): column is typeof column & SourceColumn => !isDerived(column));
  const [described, undescribed] = [sent.filter(hasPath), sent.filter((column) => !hasPath(column))];
  const item = repeated === undefined ? null : `${repeated.replace('[]', '')}.`;
  const isOfItem = ({ paths }: SourceColumn): boolean => item !== null && paths[0].replaceAll('[]', '').startsWith(item);
  const own = described.filter((column) => !isOfItem(column)).map((column) => viewColumn(dataset, column, null));
  const ofItems = described.filter(isOfItem).map((column) => viewColumn(dataset, column, item));
  const view = {
    resourceType: 'http://hl7.org/fhir/uv/sql-on-fhir/StructureDefinition/ViewDefinition',
    name,
    title,
    status: 'draft',
    description: describe(undescribed),
    fhirVersion: ['4.0.1'],
    resource: resourceType,
    ...(endpoint.category === null ? {} : { where: [{ path: `category.coding.where(code = '${endpoint.category}').exists()` }] }),
    select: [...(item === null ? [] : [{ forEach: item.slice(0, -1), column: ofItems }]), { column: own }],
  };
  return `${JSON.stringify(view, null, 2)}\n`;
}

function describe(undescribed: readonly SourceColumn[]): string {
  const without =
    undescribed.length === 0
      ? ''
      : ` Without ${undescribed.map(({ name }) => name).join(', ')}, which are put together from several fields.`;
  return `Written from Carrel's declarations; columns that Carrel works out are no part of it. Numbers are decimals: a digit 0 at their end may be lost.${without}`;
}

/** Whether a path can express its values: not if they are matched item by item or split. */
function hasPath({ beside, split }: SourceColumn): boolean {
  return beside === undefined && split === undefined;
}

function viewColumn(dataset: Dataset, column: SourceColumn, item: string | null): ViewColumn {
  const { name, kind, help, paths } = column;
  const all = paths.map((path) => fhirPath(dataset, item === null ? path : path.replaceAll('[]', '').slice(item.length), column));
  return {
    name,
    path: withoutPrefix(firstOf(all), column),
    type: kind === 'number' ? 'decimal' : 'string',
    description: help,
    ...(kind === 'list' ? { collection: true as const } : {}),
  };
}

/** The first path with a value wins. */
function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `iif(${first}.exists(), ${first}, ${firstOf(others)})`;
}

function withoutPrefix(path: string, { readRule }: SourceColumn): string {
  const prefix = /^without the `(.+)` prefix$/.exec(readRule ?? '')?.[1];
  return prefix === undefined ? path : `${path}.replaceMatches('^${prefix}', '')`;
}

/** Fields with their type in the name in FHIR. */
const choices: readonly (readonly [RegExp, string])[] = [
  [/^valueQuantity\b/, 'value.ofType(Quantity)'],
  [/^valueString\b/, 'value.ofType(string)'],
  [/^effectiveDateTime\b/, 'effective.ofType(dateTime)'],
  [/^effectivePeriod\b/, 'effective.ofType(Period)'],
  [/^medicationCodeableConcept\b/, 'medication.ofType(CodeableConcept)'],
];

function fhirPath(dataset: Dataset, path: string, { kind, numberAsText }: SourceColumn): string {
  const extension = extensionPath(dataset, path);
  if (extension !== null) return asText(extension, kind, numberAsText);
  const plain = choices.reduce((text, [found, written]) => text.replace(found, written), path.replaceAll('[]', ''));
  const single = kind === 'number' ? `${plain}.first()` : path.includes('[]') && kind !== 'list' ? `${plain}.join('; ')` : plain;
  return path === 'valueQuantity.value' ? asText(single, kind, numberAsText) : single;
}

function asText(path: string, kind: SourceColumn['kind'], numberAsText = false): string {
  return kind === 'text' && numberAsText ? `${path}.toString()` : path;
}

/** By the end of its address or, if the interface shows none, by its type; null for any other path. */
function extensionPath({ columns }: Dataset, path: string): string | null {
  const [, fragment, occurrence = '1'] = /^extension\[#([^\]:]+)(?::(\d))?\]$/.exec(path) ?? [];
  if (fragment !== undefined)
    return `extension.where(url.lower().endsWith('#${fragment.toLowerCase()}'))${occurrence === '1' ? '' : `.skip(${String(Number(occurrence) - 1)})`}.first().value`;
  if (path !== 'extension[valueDateTime]') return null;
  const named = columns.flatMap((column) => (isDerived(column) ? [] : column.paths.flatMap((one) => /#([^\]:]+)/.exec(one)?.[1] ?? [])));
  const known = [...new Set(named)].map((one) => one.toLowerCase().replaceAll('.', '[.]')).join('|');
  return `extension.where(value.ofType(dateTime).exists() and url.lower().matches('#(${known})$').not()).first().value.ofType(dateTime)`;
}

/** The definition of each dataset, for the generated documents. */
export const viewDefinitions = Object.values(datasets).map((dataset) => ({
  file: `docs/view-definitions/${dataset.name}.json`,
  from: 'the declarations',
  make: () => viewDefinition(dataset),
}));
