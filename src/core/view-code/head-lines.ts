import { headerOf } from '../../shared/datasets/headers.ts';
import { fewestDigested, type ViewDigest } from './view-digest.ts';
import type { CodeFile } from '../../shared/calls/view-code.ts';
import type { View } from './view.ts';
import { formatCountOf } from '../../shared/format-count.ts';
import { quotedWord } from '../../shared/quoted-word.ts';

/** The copy that the view shows. */
export interface ViewOrigin {
  readonly study: string;
  readonly generation: number;
  /** ISO 8601, UTC; null before the first complete copy. */
  readonly asOf: string | null;
  /** The day of the data cut-off (ISO 8601), which the file must have as well; null if none is in force. */
  readonly cutOff: string | null;
}

/** The file that the code reads, in its working folder. */
export function fileName({ dataset }: View, file: CodeFile): string {
  return `${dataset.name}.${file}`;
}

/** The heading of a column in the file; for Parquet, its name. */
export function headingIn(file: CodeFile, { vocabulary }: View, column: View['shown'][number]): string {
  return file === 'parquet' ? column.name : headerOf(column, vocabulary);
}

/** Describes what the code shows and what it reads, in lines that contain no values of any record. */
export function headLines(view: View, file: CodeFile, origin: ViewOrigin, { rows, sha256 }: ViewDigest): string[] {
  const { study, generation, asOf, cutOff } = origin;
  const { dataset, needed, vocabulary } = view;
  const counted = formatCountOf(rows, 'row');
  const isPersonal = needed.some((column) => column.personal === true);
  return [
    `${dataset.title} of study ${inOneLine(study)}, generation ${String(generation)}${asOf === null ? '' : `, complete as of ${asOf}`}: ${counted}.`,
    `It reads ${fileName(view, file)}, an export of all rows${isPersonal ? ' with these columns' : ''}, which this writes:`,
    `  ${exportCommand(view, file, origin, isPersonal)}`,
    windowLine(file, vocabulary, isPersonal),
    ...(cutOff === null ? [] : [`Data cut-off ${cutOff}: export with it in force, or with --cut-off ${cutOff}.`]),
    'Rows that are equal in the order of the view are ordered by their record id.',
    sha256 === null
      ? `It stops if the number of rows differs; ${rows < fewestDigested ? 'the cells of so few rows could be guessed from a digest' : 'there are too many rows for a digest'}.`
      : 'It stops if the rows are not those that Carrel showed, for example because the file comes from a later copy.',
  ];
}

/** "All columns" in the window leaves out personal ones, so these have to be shown in the table. */
function windowLine(file: CodeFile, vocabulary: View['vocabulary'], isPersonal: boolean): string {
  const columns = isPersonal ? 'the shown columns (first show those named above)' : 'all columns';
  const form = file === 'csv' ? `"CSV, exact", headers ${vocabulary}, separator comma` : 'Parquet, headers plain';
  return `In the window: Export, all rows, ${columns}, ${form}.`;
}

function exportCommand({ dataset, needed, vocabulary }: View, file: CodeFile, { study, cutOff }: ViewOrigin, isPersonal: boolean): string {
  return [
    `carrel export ${quotedWord(inOneLine(study))} --dataset ${dataset.name} --format ${file}`,
    ...(file === 'csv' && vocabulary !== 'plain' ? [`--headers ${vocabulary}`] : []),
    ...(isPersonal ? [`--columns ${needed.map(({ name }) => name).join(',')}`] : []),
    ...(cutOff === null ? [] : [`--cut-off ${cutOff}`]),
    `--out ${dataset.name}.${file}`,
  ].join(' ');
}

/** A comment ends with its line. */
function inOneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
