import type { Selected } from './marked-records.ts';

/**
 * Elements within which a selection shows one record, or none: a line of a list, the inspector, proofs and reports (dialogs, but not
 * popovers, which list values of many records), counts.
 */
const ofOneOrNone = '[data-record], aside, [role=dialog][aria-modal=true], .dataset-table';

/** What is selected in a page; null if nothing is. */
export function readSelected(page: Document): Selected | null {
  const selection = page.getSelection();
  const text = selection?.toString() ?? '';
  if (selection === null || selection.rangeCount === 0 || text === '') return null;
  const range = selection.getRangeAt(0);
  const isWithinOne = isOwnText(page.activeElement, text) || isWithin(range.commonAncestorContainer, ofOneOrNone);
  return { text, rows: selectedRows(page, range), grid: selectedGrid(page, range), isWithinOne };
}

/** Whether the text is what is selected in a field, and so a person's own. */
function isOwnText(element: Element | null, text: string): boolean {
  if (!(element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)) return false;
  return element.value.slice(element.selectionStart ?? 0, element.selectionEnd ?? 0) === text;
}

/** Rows with selected text. A selection may also touch a row without any: if it begins after its last letter, or ends before its first. */
function selectedRows(page: Document, selected: Range): Selected['rows'] {
  return [...page.querySelectorAll<HTMLElement>('tr[data-record], [role=row][data-record]')].flatMap((row) => {
    const text = selectedOf(page, row, selected);
    if (text.trim() === '') return [];
    const study = row.closest<HTMLElement>('[data-study]')?.dataset['study'] ?? null;
    return [{ study, dataset: row.dataset['record'] ?? '', cells: row.childElementCount, text }];
  });
}

/** A row of a grid is several elements with one `row-index`: its cells, and those of columns that stay in place. */
function selectedGrid(page: Document, selected: Range): Selected['grid'] {
  const cells = new Map<string, number>();
  for (const row of page.querySelectorAll('[role=row][row-index]')) {
    const index = row.getAttribute('row-index') ?? '';
    if (selectedOf(page, row, selected).trim() !== '') cells.set(index, (cells.get(index) ?? 0) + row.childElementCount);
  }
  return cells.size === 0 ? null : { rows: cells.size, columns: Math.max(...cells.values()) };
}

/** The selected text of an element. */
function selectedOf(page: Document, element: Element, selected: Range): string {
  if (!selected.intersectsNode(element)) return '';
  const part = page.createRange();
  part.selectNodeContents(element);
  if (selected.compareBoundaryPoints(Range.START_TO_START, part) > 0) part.setStart(selected.startContainer, selected.startOffset);
  if (selected.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(selected.endContainer, selected.endOffset);
  return part.toString();
}

function isWithin(node: Node, selector: string): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element !== null && element.closest(selector) !== null;
}
