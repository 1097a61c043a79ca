import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { guardText } from '../../../shared/formula-guard.ts';
import { studyOf, type Place } from '../../data/model/place.ts';

/** Elements within which a selection shows one record, or none: a line of a list, the inspector, proofs and reports, counts. */
const ofOneOrNone = '[data-record], aside, [role=dialog], .dataset-table';

/**
 * What a selection copies if it shows several records; null if it is within one record or in none. Lines of lists are known by
 * `data-record`, the name of their dataset. Anything else of several lines in a study counts as records too: a table can be selected with
 * the page around it, although not by itself.
 */
export function markedRecords(place: Place, page: Document, selection: Selection): Omit<CopiedRecords, 'meant'> | null {
  const study = studyOf(place);
  if (study === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const marked = markedRows(page, range);
  const [first, ...others] = marked;
  if (first !== undefined && others.length > 0) {
    const dataset = others.every(({ row }) => row.dataset['record'] === first.row.dataset['record']) ? first.row.dataset['record'] : null;
    return { study, dataset: datasetNamed(dataset), form: 'marked', rows: marked.length, columns: first.row.childElementCount };
  }
  const text = selection.toString();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || isWithin(range.commonAncestorContainer, ofOneOrNone)) return null;
  if (first !== undefined && lettersOf(first.text) === lettersOf(text)) return null;
  const columns = Math.max(...lines.map((line) => line.split('\t').length));
  return { study, dataset: datasetNamed(place.name === 'study' ? place.section : null), form: 'marked', rows: lines.length, columns };
}

/** The text of several records for the clipboard: each cell is guarded against formulas. */
export function guardedLines(text: string): string {
  return text.replaceAll(/[^\t\r\n]+/g, guardText);
}

interface MarkedRow {
  readonly row: HTMLElement;
  readonly text: string;
}

/** Rows with selected text. A selection may also touch a row without any: if it begins after its last letter, or ends before its first. */
function markedRows(page: Document, marked: Range): readonly MarkedRow[] {
  return [...page.querySelectorAll<HTMLElement>('tr[data-record], [role=row][data-record]')].flatMap((row) => {
    if (!marked.intersectsNode(row)) return [];
    const part = page.createRange();
    part.selectNodeContents(row);
    if (marked.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(marked.startContainer, marked.startOffset);
    if (marked.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(marked.endContainer, marked.endOffset);
    const text = part.toString();
    return text.trim() === '' ? [] : [{ row, text }];
  });
}

function isWithin(node: Node, selector: string): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element !== null && element.closest(selector) !== null;
}

function lettersOf(text: string): string {
  return text.replaceAll(/\s/g, '');
}

function datasetNamed(name: string | null | undefined): DatasetName | null {
  return datasetNames.find((known) => known === name) ?? null;
}
