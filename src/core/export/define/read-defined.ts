import { datasets } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { exportFileName } from '../../../shared/export-names.ts';
import { noNotes } from '../../../shared/export-notes.ts';
import { charactersOf, itemNames } from '../dataset-json-chunks.ts';
import type { ExportPart, ExportPlan } from '../export-plan.ts';
import type { ExportTable } from '../export-table.ts';
import { cellsOf, longestTexts } from '../longest-texts.ts';
import { sasNames } from '../sas-names.ts';
import { variablesOf } from '../xpt/xpt-variables.ts';
import type { DefinedDataset } from './define-xml.ts';

type Form = Pick<ExportPlan, 'format' | 'vocabulary'>;

/** A column with more distinct values gets no code list. */
const mostValues = 200;

/** Reads what a define.xml says about a table from its rows as exported. */
export function readDefined({ selection: { dataset } }: ExportPart, table: ExportTable, form: Form): DefinedDataset {
  const { columns } = table;
  const { measure, longest } = longestTexts(columns, form.format === 'xpt' ? (text) => Buffer.byteLength(text) : charactersOf);
  const met = columns.map((column) => (isList(column) ? new Set<string>() : null));
  for (const page of table.pages()) {
    const rows = page.map((row) => cellsOf(columns, row));
    measure(rows);
    for (const cells of rows)
      for (const [at, cell] of cells.entries()) {
        const values = met[at] ?? null;
        if (values === null || typeof cell !== 'string') continue;
        values.add(cell);
        if (values.size > mostValues) met[at] = null;
      }
  }
  return {
    dataset,
    file: exportFileName(datasets[dataset].name, form.format),
    columns,
    ...(form.format === 'xpt' ? transportVariables(columns, form, longest) : itemVariables(columns, form, longest)),
    values: met.map((values) => (values === null || values.size === 0 ? null : [...values].sort())),
  };
}

type Variables = Pick<DefinedDataset, 'variables' | 'dates'>;

/** The variables of a transport file, which has two numeric dates for each date text. */
function transportVariables(columns: readonly Column[], { vocabulary }: Form, longest: readonly number[]): Variables {
  const all = variablesOf(columns, vocabulary, longest, noNotes());
  const dated = columns.filter(({ kind }) => kind === 'datetime').flatMap((column) => [column, column]);
  return {
    variables: all.slice(0, columns.length).map(({ name, length }) => ({ name, sasName: name, length })),
    dates: all.slice(columns.length).flatMap(({ name, label, format }, at) => {
      const of = dated[at];
      return format === null || of === undefined ? [] : [{ name, label, format, of }];
    }),
  };
}

/** The items of Dataset-JSON. */
function itemVariables(columns: readonly Column[], { vocabulary }: Form, longest: readonly number[]): Variables {
  const names = itemNames(columns, vocabulary);
  const ofSas = sasNames(columns);
  return {
    variables: columns.map((column, at) => ({
      name: names[at]?.name ?? column.name,
      sasName: ofSas[at] ?? '',
      length: Math.max(1, longest[at] ?? 1),
    })),
    dates: [],
  };
}

function isList({ kind, categorical }: Column): boolean {
  return kind === 'text' && categorical === true;
}
