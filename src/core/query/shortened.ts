import type { ListedTest } from '../../shared/calls/terms.ts';
import type { Change, GridRow } from '../../shared/contract.ts';
import type { CellValue } from '../../shared/datasets/declaration.ts';
import { endsEarly, longestShown, shortText } from '../../shared/short-text.ts';

/*
 * The window draws all of what it gets for a table or a list, so long texts and long lists end early there. A record, a copy, an export and
 * the command line have them in full.
 */

/** Most entries of a list. */
const mostListed = 1000;
/** The ledger's name for fields that no column describes: a JSON list of paths and values. */
const undescribedColumn = '_undescribed';

/** A row for a table. */
export function shortenedRow(row: GridRow): GridRow {
  return { ...row, cells: row.cells.map(shortened) };
}

/** A record with its history for a list. */
export function withShortHistory<T extends { readonly history: Change[] }>(record: T): T {
  return { ...record, history: record.history.map(shortenedChange) };
}

/** An answer with its changes for a list. */
export function withShortChanges<T extends { readonly changes: Change[] }>(answer: T): T {
  return { ...answer, changes: answer.changes.map(shortenedChange) };
}

/** An answer with its tests for a list. A decision takes no name as long as these. */
export function withShortTests<T extends { readonly tests: readonly ListedTest[] }>(answer: T): T & { readonly tests: ListedTest[] } {
  return { ...answer, tests: answer.tests.map(shortenedTest) };
}

function shortenedTest(test: ListedTest): ListedTest {
  const shortMet = <M extends { readonly text: string | null }>(met: readonly M[]): M[] =>
    met.map((one) => ({ ...one, text: one.text === null ? null : shortText(one.text) }));
  const { serviceCode, units, ranges } = test;
  return {
    ...test,
    test: shortText(test.test),
    serviceCode: serviceCode === null ? null : shortText(serviceCode),
    units: shortMet(units),
    ranges: shortMet(ranges),
  };
}

function shortenedChange(change: Change): Change {
  return {
    ...change,
    fields: change.fields.map(({ column, before, after }) => {
      const short = column === undescribedColumn ? shortenedUndescribed : shortened;
      return { column, before: short(before), after: short(after) };
    }),
  };
}

type Cell = Exclude<CellValue, readonly string[]> | string[];

function shortened(value: Cell): Cell {
  if (typeof value === 'string') return shortText(value);
  if (!Array.isArray(value)) return value;
  return value.length > mostListed ? [...value.slice(0, mostListed).map(shortText), endsEarly] : value.map(shortText);
}

/** The list stays one, with shortened paths and values. A restored history may hold any other text instead. */
function shortenedUndescribed(value: Cell): Cell {
  if (typeof value !== 'string' || value.length <= longestShown) return shortened(value);
  try {
    const listed: unknown = JSON.parse(value);
    return Array.isArray(listed) ? JSON.stringify(listed.slice(0, mostListed).map(shortenedTexts)) : shortened(value);
  } catch {
    return shortened(value);
  }
}

function shortenedTexts(one: unknown): unknown {
  const fields = Object.entries(typeof one === 'object' && one !== null ? one : {});
  return Object.fromEntries(fields.map(([name, text]) => [name, shortText(String(text))]));
}
