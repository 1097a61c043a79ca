import type { Column, Dataset, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { AppError } from '../../../shared/errors.ts';
import { copyRecords, type Copied, type CopyingModel } from '../../data/model/copy-records.ts';
import { readRows, type RowsQuestion } from './rows-source.ts';
import { clipboardHeader, clipboardLines } from './tsv.ts';

/** Rows read at once, and characters that a clipboard takes. */
const step = 1000;
const mostCharacters = 8_000_000;

export interface CopyRequest {
  readonly question: RowsQuestion;
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  readonly vocabulary: HeaderVocabulary;
}

/**
 * Copies the rows of a question with a header line; how many there were and of whom, null where a person thought better of it. LIMIT when they are
 * too many for a clipboard, which then stays as it is.
 */
export async function copyRows(
  model: CopyingModel,
  { question, dataset, columns, vocabulary }: CopyRequest,
): Promise<(Copied & { readonly rows: number }) | null> {
  const header = clipboardHeader(columns, vocabulary);
  const lines = [header];
  let characters = header.length;
  for (;;) {
    const rows = await readRows(model.data.call, question, lines.length - 1, step);
    for (const line of clipboardLines(dataset, columns, rows)) {
      characters += line.length + 2;
      lines.push(line);
    }
    if (characters > mostCharacters)
      throw new AppError('LIMIT', 'These are too many rows for the clipboard. Nothing was copied; export them instead.');
    if (rows.length < step) break;
  }
  const rows = lines.length - 1;
  if (rows === 0) throw new AppError('EXPORT', 'None of the ticked rows is here any more. Nothing was copied.');
  const copied = { study: question.study, dataset: dataset.name, form: 'rows', rows, columns: columns.length } as const;
  const done = await copyRecords(model, lines.join('\r\n'), copied);
  return done === null ? null : { ...done, rows };
}
