import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Place } from '../../data/model/place.ts';
import { clipboardText } from '../../record/grid/copying.ts';

/** What a selection shows. */
export interface Selected {
  readonly text: string;
  /** Lines of lists of records with selected text. */
  readonly rows: readonly SelectedRow[];
  /** Of a grid: the rows with selected text and the widest of them; null if there are none. */
  readonly grid: { readonly rows: number; readonly columns: number } | null;
  /** Whether it is within something that shows one record or none. */
  readonly isWithinOne: boolean;
}

interface SelectedRow {
  /** The `data-study` around it: its study, if it is shown outside the study's own places. */
  readonly study: string | null;
  /** Its `data-record`: the name of its dataset, or what stands for several. */
  readonly dataset: string;
  readonly cells: number;
  /** What is selected of it. */
  readonly text: string;
}

/**
 * What a selection copies if it shows several records; null if it is within one record or in none. Anything of several lines in a study
 * counts as records: a table can be selected with the page around it, although not by itself.
 */
export function markedRecords(place: Place, { text, rows, grid, isWithinOne }: Selected): Omit<CopiedRecords, 'meant'> | null {
  const [first, ...others] = rows;
  const study = first?.study ?? (place.name === 'study' ? place.study : null);
  if (study === null) return null;
  if (first !== undefined && others.length > 0) {
    const dataset = others.every((row) => row.dataset === first.dataset) ? datasetNamed(first.dataset) : null;
    return { study, dataset, form: 'marked', rows: rows.length, columns: first.cells };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || isWithinOne || (first !== undefined && lettersOf(first.text) === lettersOf(text))) return null;
  const columns = lines.reduce((most, line) => Math.max(most, line.split('\t').length), 1);
  const dataset = place.name === 'study' ? datasetNamed(place.section) : null;
  return { study, dataset, form: 'marked', ...(grid ?? { rows: lines.length, columns }) };
}

/** The text of several records for the clipboard: each cell is guarded against formulas and quoted, as in copied rows. */
export function guardedLines(text: string): string {
  return text.replaceAll(/[^\t\r\n]+/g, clipboardText);
}

function lettersOf(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function datasetNamed(name: string): DatasetName | null {
  return datasetNames.find((known) => known === name) ?? null;
}
