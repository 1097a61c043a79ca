import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { sasDateNames, sasNames } from '../sas-names.ts';

/** Bytes that a text and a label hold in a transport file of version 5. */
const longestText = 200;
const longestLabel = 40;

/** A column as a variable of a transport file. */
export interface Variable {
  /** Letters, digits and underscores in capitals; unique in the file. */
  readonly name: string;
  readonly label: string;
  readonly isNumber: boolean;
  /** Bytes of each value. */
  readonly length: number;
  /** How a number is shown: a date or a moment counted from 1960; null: as it is. */
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
 * The variables of these columns; `longest`: bytes of the longest text of each. Labels that are cut are counted. Behind them, two for each
 * column of dates: the date, and the date with its time, as the numbers that SAS reckons with.
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

/** Bytes of an observation beyond which the blanks that end a file are fewer than one. */
const certain = 81;

/**
 * A file does not say how many observations it has: where one is short, blanks that end the file may be taken for some, or the last ones
 * for blanks. So the last text takes more room.
 */
function withoutDoubt(variables: readonly Variable[]): readonly Variable[] {
  const size = variables.reduce((sum, { length }) => sum + length, 0);
  const last = variables.findLast(({ isNumber }) => !isNumber);
  return size >= certain
    ? variables
    : variables.map((variable) => (variable === last ? { ...variable, length: variable.length + certain - size } : variable));
}

/** As much of a text as takes so many bytes of UTF-8, whole characters only. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
