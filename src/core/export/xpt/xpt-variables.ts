import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { sasDateNames, sasNames } from '../sas-names.ts';

/** Maximum bytes of a text and of a label in a transport file of version 5. */
const longestText = 200;
const longestLabel = 40;

/** A column as a variable of a transport file. */
export interface Variable {
  /** Capital letters, digits and underscores; unique in the file. */
  readonly name: string;
  readonly label: string;
  readonly isNumber: boolean;
  /** Bytes of each value. */
  readonly length: number;
  /** Format of a date or a date with time counted from 1960; null for any other variable. */
  readonly format: SasFormat | null;
}

export interface SasFormat {
  readonly name: 'DATE' | 'DATETIME';
  readonly width: number;
}

const dateFormats = [
  ['date', { name: 'DATE', width: 9 }],
  ['date and time', { name: 'DATETIME', width: 20 }],
] as const satisfies readonly (readonly [string, SasFormat])[];

/**
 * Returns the variables of these columns; `longest`: bytes of the longest text of each. Cut labels are counted. After them follow two
 * variables for each date column: the date, and the date with its time, as SAS numbers.
 */
export function variablesOf(
  columns: readonly Column[],
  vocabulary: HeaderVocabulary,
  longest: readonly number[],
  notes: Pick<CountedNotes, 'cut'>,
): readonly Variable[] {
  const names = sasNames(columns);
  const own = columns.map((column, at): Variable => {
    const isNumber = column.kind === 'number';
    const heading = headerOf(column, vocabulary === 'sdtm' ? 'plain' : vocabulary);
    const label = cutBytes(heading, longestLabel);
    if (label !== heading) notes.cut++;
    return {
      name: names[at] ?? '',
      label,
      isNumber,
      length: isNumber ? 8 : Math.max(1, Math.min(longestText, longest[at] ?? 1)),
      format: null,
    };
  });
  const dates = own.filter((_, at) => columns[at]?.kind === 'datetime');
  const dateNames = sasDateNames(
    dates.map(({ name }) => name),
    names,
  );
  const numeric = dates.flatMap(({ label }, at) =>
    dateFormats.map(([what, format], which): Variable => {
      const end = ` (${what})`;
      return {
        name: dateNames[at]?.[which] ?? '',
        label: cutBytes(label, longestLabel - end.length) + end,
        isNumber: true,
        length: 8,
        format,
      };
    }),
  );
  return withoutDoubt([...own, ...numeric]);
}

/** From this many bytes per observation, the padding at the end of a file is shorter than one observation. */
const certain = 81;

/**
 * A file does not record its number of observations. If an observation is short, the padding at the end of the file may be taken for
 * observations, or the last observations for padding. Therefore the last text is made longer.
 */
function withoutDoubt(variables: readonly Variable[]): readonly Variable[] {
  const size = variables.reduce((sum, { length }) => sum + length, 0);
  const last = variables.findLast(({ isNumber }) => !isNumber);
  return size >= certain
    ? variables
    : variables.map((variable) => (variable === last ? { ...variable, length: variable.length + certain - size } : variable));
}

/** Returns the start of a text that fits `most` bytes of UTF-8, in whole characters. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
