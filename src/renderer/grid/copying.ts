import type { Column, Dataset, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import type { Call } from '../../shared/rpc.ts';
import { AppError } from '../../shared/errors.ts';
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

/** Copies the rows of a question with a header line; how many there were. LIMIT when they are too many for a clipboard, which then stays as it is. */
export async function copyRows(call: Call, { question, dataset, columns, vocabulary }: CopyRequest): Promise<number> {
  const lines = [clipboardHeader(columns, vocabulary)];
  let characters = 0;
  for (;;) {
    const rows = await readRows(call, question, lines.length - 1, step);
    for (const line of clipboardLines(dataset, columns, rows)) {
      characters += line.length + 2;
      lines.push(line);
    }
    if (characters > mostCharacters)
      throw new AppError('LIMIT', 'These are too many rows for the clipboard. Nothing was copied; export them instead.');
    if (rows.length < step) break;
  }
  await call('clipboard.write', { text: lines.join('\r\n') });
  return lines.length - 1;
}
