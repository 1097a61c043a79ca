import { datasets, type Dataset } from '../../src/shared/datasets/datasets.ts';
import { isDerived, type Column, type SourceColumn } from '../../src/shared/datasets/declaration.ts';
import { headerOf } from '../../src/shared/datasets/headers.ts';
import { errorCodes } from '../../src/shared/errors.ts';
import { issueRules } from '../../src/shared/issues.ts';
import { treatmentOf } from '../../src/shared/protection.ts';
import { operatorsByKind } from '../../src/shared/query.ts';
import { table } from './markdown-table.ts';

/** The text of docs/columns.md, generated from the declarations. */
export function columnsPage(): string {
  const all = Object.values(datasets);
  const parts = [introduction(all), ...all.map(datasetPart), operatorsPart(), issuesPart(), exitCodesPart()];
  return `${parts.join('\n\n')}\n`;
}

function introduction(all: readonly Dataset[]): string {
  return [
    '# Columns',
    'Generated from the declarations in `src/shared/datasets` by `npm run docs`. Edit those, not this file.',
    [
      '* **Name** is what the command line and JSON use (`--columns`, `--where`, `--sort`).',
      '* **Plain**, **SDTM-style** and **Source** are the three sets of headers. Where the conventions allow no SDTM-style name the header is the plain one.',
      '* A column with a rule instead of a path is *derived*: Carrel computes it from other columns of the same record; the service does not send it.',
      '* **Shown** columns are in the grid by default; the others are one click away. Columns marked *personal* name a person at the site.',
      '* **Protected** is how a [protected export](exports.md#protected-export) treats a column: *kept*, a *pseudonym*, a *day*, or *dropped*.',
      '* In a path, `[]` is every item of a list, `[#Name]` the extension whose address ends with that name, `[#Name:2]` its second occurrence, and `[valueDateTime]` the extension that carries that value under an address that names no field of the interface. The first of several paths that has a value wins; a blank text wins only if no other path has one.',
    ].join('\n'),
    table(
      ['Dataset', 'One row is', 'Columns', 'Derived', 'Key', 'First order'],
      all.map((dataset) => [
        `[${dataset.name}](#${dataset.name})`,
        `a ${dataset.singular}`,
        String(dataset.columns.length),
        String(dataset.columns.filter(isDerived).length),
        code(dataset.key),
        dataset.defaultSort.map(code).join(', '),
      ]),
    ),
  ].join('\n\n');
}

function datasetPart(dataset: Dataset): string {
  const { path, category } = dataset.endpoint;
  const query = category === null ? '' : `, category \`${category}\``;
  return [
    `## ${dataset.name}`,
    `${dataset.resourceType} from \`${path}\`${query}; SDTM-style domain ${dataset.domain}; version ${dataset.version}.`,
    table(['Name', 'Kind', 'Plain', 'SDTM-style', 'Source path or rule', 'Shown', 'Protected', 'Help'], dataset.columns.map(columnRow)),
  ].join('\n\n');
}

function columnRow(column: Column): string[] {
  const origin = isDerived(column) ? `*derived:* ${column.rule}` : sourceOf(column);
  const help = column.personal === true ? `*Personal.* ${column.help}` : column.help;
  return [
    code(column.name),
    column.kind,
    column.plain,
    column.sdtm ?? '',
    origin,
    column.shown ? 'yes' : '',
    treatmentOf(column).treatment,
    `${help}${expectation(column)}`,
  ];
}

function sourceOf(column: SourceColumn): string {
  const path = code(headerOf(column, 'source'));
  return column.readRule === undefined ? path : `${path}, ${column.readRule}`;
}

function expectation(column: Column): string {
  if (isDerived(column)) return '';
  const values =
    column.expected === undefined
      ? ''
      : ` Expected: ${column.expected.map((value) => `\`${value}\``).join(', ')}; another value is kept and listed as an issue.`;
  return column.required === true ? `${values} Every record should have one.` : values;
}

function operatorsPart(): string {
  return [
    '## Conditions by kind',
    'Dates compare at the precision given: `collected <= 2025-09-03` includes that whole day. `!=` and `not-in` also find rows without a value. `contains` ignores case. `in` and `not-in` take values separated by commas, such as `range_flag in LOW,HIGH`: a space is part of a value, and a value with a comma goes in quotes, as in CSV.',
    table(
      ['Kind', 'Operators'],
      Object.entries(operatorsByKind).map(([kind, operators]) => [kind, operators.map(code).join(' ')]),
    ),
  ].join('\n\n');
}

function issuesPart(): string {
  return [
    '## Issue rules',
    'What is found in a record is listed and never changes an exit code. A quarantined entry is kept in its page and listed, but not shown in the dataset.',
    table(
      ['Rule', 'Quarantined', 'What it says'],
      Object.entries(issueRules).map(([rule, { quarantines, says }]) => [code(rule), quarantines ? 'yes' : '', says]),
    ),
  ].join('\n\n');
}

function exitCodesPart(): string {
  return [
    '## Exit codes',
    table(
      ['Category', 'Exit code', 'Tried again by itself'],
      [['OK', '0', ''], ...Object.entries(errorCodes).map(([category, { exit, retry }]) => [category, String(exit), retries[retry]])],
    ),
  ].join('\n\n');
}

const retries = { never: 'no', once: 'once', request: 'the request', pass: 'the pass' } as const;

function code(text: string): string {
  return `\`${text}\``;
}
