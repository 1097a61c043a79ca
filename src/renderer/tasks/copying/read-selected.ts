import type { Selected } from './marked-records.ts';

/** Elements within which a selection shows one record, or none: a line of a list, the inspector, proofs and reports, counts. */
const ofOneOrNone = '[data-record], aside, [role=dialog], .dataset-table';

/** What is selected in a page; null if nothing is. */
export function readSelected(page: Document): Selected | null {
  const selection = page.getSelection();
  const text = selection?.toString() ?? '';
  if (selection === null || selection.rangeCount === 0 || text === '') return null;
  const range = selection.getRangeAt(0);
  return { text, rows: selectedRows(page, range), isWithinOne: isWithin(range.commonAncestorContainer, ofOneOrNone) };
}

/** Rows with selected text. A selection may also touch a row without any: if it begins after its last letter, or ends before its first. */
function selectedRows(page: Document, selected: Range): Selected['rows'] {
  return [...page.querySelectorAll<HTMLElement>('tr[data-record], [role=row][data-record]')].flatMap((row) => {
    if (!selected.intersectsNode(row)) return [];
    const part = page.createRange();
    part.selectNodeContents(row);
    if (selected.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(selected.startContainer, selected.startOffset);
    if (selected.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(selected.endContainer, selected.endOffset);
    const text = part.toString();
    return text.trim() === '' ? [] : [{ dataset: row.dataset['record'] ?? '', cells: row.childElementCount, text }];
  });
}

function isWithin(node: Node, selector: string): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element !== null && element.closest(selector) !== null;
}
