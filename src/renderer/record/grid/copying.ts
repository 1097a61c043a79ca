import { useCallback } from 'react';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary, CellValue } from '../../../shared/datasets/declaration.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Call } from '../../../shared/rpc.ts';
import { copyRecords, type Copied, type CopyingModel } from '../../data/model/copy-records.ts';
import type { RowsQuestion } from './rows-source.ts';
import type { GridRow } from '../../../shared/contract.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { guardText } from '../../../shared/formula-guard.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { cellOf, shownOf } from '../../data/table/layout.ts';
import { columnsNamed } from './column-list.tsx';
import { whomWords } from '../../ui/parts/dataset-titles.ts';
import { useGrid } from './grid-context.ts';
import { chosenOf, isNonePicked } from '../../data/table/picked.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import { isShortened } from '../../../shared/short-text.ts';

/** Rows read at once, and the most characters that are copied. */
const step = 1000;
const mostCharacters = 8_000_000;

export interface CopyRequest {
  readonly question: RowsQuestion;
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  readonly vocabulary: HeaderVocabulary;
}

/**
 * Reads the rows of a query as lines, a header first. Throws LIMIT if they are too many for the clipboard, EXPORT if none is left or a sync
 * replaced the copy meanwhile: rows of two states would repeat some records and lack others.
 */
export async function readLines(call: Call, { question, dataset, columns, vocabulary }: CopyRequest): Promise<readonly string[]> {
  const { study, selection, sort } = question;
  const header = clipboardHeader(columns, vocabulary);
  const lines = [header];
  let characters = header.length;
  let state: number | null = null;
  for (;;) {
    const query = { selection, sort: [...sort], offset: lines.length - 1, limit: step };
    const { generation, rows } = await call('rows.page', { study, query, isWhole: true });
    state ??= generation;
    if (state !== generation)
      throw new AppError('EXPORT', 'A sync changed the rows while they were read. Nothing was copied; copy them again.');
    for (const line of clipboardLines(dataset, columns, rows)) {
      characters += line.length + 2;
      lines.push(line);
    }
    if (characters > mostCharacters)
      throw new AppError('LIMIT', 'Too many rows for the clipboard. Nothing was copied; export them instead.');
    if (rows.length < step) break;
  }
  if (lines.length === 1) throw new AppError('EXPORT', 'None of the selected rows is shown any more. Nothing was copied.');
  return lines;
}

/**
 * Copies the rows of a query with a header line. Returns how many there were and of which subjects, or null if the user cancelled. Throws
 * like `readLines`; the clipboard then stays as it is.
 */
async function copyRows(model: CopyingModel, request: CopyRequest): Promise<(Copied & { readonly rows: number }) | null> {
  const { question, dataset, columns } = request;
  const lines = await readLines(model.data.call, request);
  const rows = lines.length - 1;
  const copied = { study: question.study, dataset: dataset.name, form: 'rows', rows, columns: columns.length } as const;
  const done = await copyRecords(model, lines.join('\r\n'), copied);
  return done === null ? null : { ...done, rows };
}

/** A cell for the clipboard: the value as sent, guarded as in `clipboardText`. Numbers need no guard. */
export function clipboardCell(column: Column, cell: CellValue): string {
  if (cell === null) return '';
  if (column.kind === 'number') return String(cell);
  return clipboardText(typeof cell === 'object' ? cell.join('; ') : String(cell));
}

/** A text for one cell, guarded against formulas as in CSV for Excel, and kept in its cell: what follows a tab would be in another one. */
export function clipboardText(text: string): string {
  return quoteForTabs(guardText(text));
}

export function clipboardHeader(columns: readonly Column[], vocabulary: HeaderVocabulary): string {
  return columns.map((column) => clipboardText(headerOf(column, vocabulary))).join('\t');
}

/** One line per row, with cells in the order of `columns`. */
export function clipboardLines(dataset: Dataset, columns: readonly Column[], rows: readonly GridRow[]): readonly string[] {
  const places = columns.map((column) => dataset.columns.indexOf(column));
  return rows.map((row) => columns.map((column, index) => clipboardCell(column, row.cells[places[index] ?? -1] ?? null)).join('\t'));
}

/** Spreadsheets parse pasted cells like CSV: quotes keep tabs and line breaks inside a cell. */
function quoteForTabs(text: string): string {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a function that copies a text as it is. */
function useCopyText(): (text: string) => void {
  const { data } = useModel();
  return useCallback(
    (text) => {
      data.call('clipboard.write', { text }).catch((error: unknown) => {
        showFailure('Nothing was copied', error);
      });
    },
    [data],
  );
}

/** Returns a function that copies a text for one cell. */
export function useCopyCell(): (text: string) => void {
  const copyText = useCopyText();
  return useCallback(
    (text) => {
      copyText(clipboardText(text));
    },
    [copyText],
  );
}

/** Copies the ticked rows with headers, or one cell. */
export function useCopy(): { readonly copyPicked: () => boolean; readonly copyCell: (column: Column, row: GridRow) => void } {
  const model = useModel();
  const { card, dataset, selection, order, layout, state, vocabulary } = useGrid();
  const copyText = useCopyText();
  const copyCell = useCallback(
    (column: Column, row: GridRow) => {
      const shown = cellOf(dataset, row, column.name);
      if (shown === null || typeof shown === 'number' || !isShortened(shown)) {
        copyText(clipboardCell(column, shown));
        return;
      }
      model.data.call('record.get', { study: card.study, dataset: dataset.name, key: row.key }).then(
        ({ row: whole }) => {
          copyText(clipboardCell(column, cellOf(dataset, whole ?? row, column.name)));
        },
        (error: unknown) => {
          showFailure('Nothing was copied', error);
        },
      );
    },
    [copyText, dataset, model, card.study],
  );
  const copyPicked = useCallback(() => {
    if (isNonePicked(state.picked)) return false;
    const question = { study: card.study, selection: { ...selection, chosen: chosenOf(state.picked) }, sort: order };
    const columns = columnsNamed(
      dataset,
      shownOf(layout).map(({ name }) => name),
    );
    copyRows(model, { question, dataset, columns, vocabulary }).then(
      (copied) => {
        if (copied === null) return;
        showDone({
          title: `Copied ${formatCountOf(copied.rows, 'row')}${whomWords(copied.meant)}`,
          says: `${formatCountOf(columns.length, 'column')} with headers, separated by tabs. Recorded in the audit trail.`,
        });
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
    return true;
  }, [model, card.study, dataset, selection, order, layout, state.picked, vocabulary]);
  return { copyPicked, copyCell };
}
