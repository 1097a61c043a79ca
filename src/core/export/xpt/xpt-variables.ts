import type { Column, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';

/** Bytes that a text, a label and a name hold in a transport file of version 5. */
const longestText = 200;
const longestLabel = 40;
const longestName = 8;

/** A column as a variable of a transport file. */
export interface Variable {
  /** Letters, digits and underscores in capitals; unique in the file. */
  readonly name: string;
  readonly label: string;
  readonly isNumber: boolean;
  /** Bytes of each value. */
  readonly length: number;
}

/** The variables of these columns; `longest`: bytes of the longest text of each. Labels that are cut are counted. */
export function variablesOf(
  columns: readonly Column[],
  vocabulary: HeaderVocabulary,
  longest: readonly number[],
  notes: Pick<CountedNotes, 'cut'>,
): readonly Variable[] {
  const names = variableNames(columns);
  const variables = columns.map((column, at) => {
    const isNumber = column.kind === 'number';
    const heading = headerOf(column, vocabulary === 'sdtm' ? 'plain' : vocabulary);
    const label = cutBytes(heading, longestLabel);
    if (label !== heading) notes.cut++;
    return {
      name: names[at] ?? '',
      label,
      isNumber,
      length: isNumber ? 8 : Math.max(1, Math.min(longestText, longest[at] ?? 1)),
    };
  });
  return withoutDoubt(variables);
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

/** The names of these columns in a transport file, in their order. */
export function variableNames(columns: readonly Column[]): readonly string[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = freeName(nameOf(column), taken);
    taken.add(name);
    return name;
  });
}

/** The SDTM-style name where there is one that fits, else the column's own, shortened. */
function nameOf({ name, sdtm }: Column): string {
  if (sdtm !== null && /^[A-Z_][A-Z0-9_]{0,7}$/.test(sdtm)) return sdtm;
  return name.toUpperCase().replaceAll('_', '').slice(0, longestName);
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const end = String(number);
    const name = wanted.slice(0, longestName - end.length) + end;
    if (!taken.has(name)) return name;
  }
}

/** As much of a text as takes so many bytes of UTF-8, whole characters only. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
