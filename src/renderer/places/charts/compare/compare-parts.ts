import { formatCount, formatCountOf } from '../../../ui/format/numbers.ts';
import type { CompareRow } from './compare-rows.ts';

/** Some of the rows, as the sentence above them counts them. */
export type ComparePart = 'all' | 'both' | 'a' | 'b' | 'several' | 'unchanged';

export interface ComparedPart {
  readonly part: ComparePart;
  /** "SCREENING 1 only: 5 subjects" */
  readonly words: string;
  readonly rows: readonly CompareRow[];
}

/** The parts of a comparison that have rows, all of them first. */
export function comparedParts(rows: readonly CompareRow[], a: string, b: string): readonly ComparedPart[] {
  const [atA, atB] = [subjectsOf(rows.filter((row) => resultsAt(row, 'a') > 0)), subjectsOf(rows.filter((row) => resultsAt(row, 'b') > 0))];
  const subjects = (part: ComparePart, says: string, isIn: (subject: string) => boolean): ComparedPart => {
    const of = rows.filter((row) => isIn(subjectOf(row)));
    return { part, words: `${says}: ${formatCountOf(subjectsOf(of).size, 'subject')}`, rows: of };
  };
  const counted = (part: ComparePart, says: string, isIn: (row: CompareRow) => boolean): ComparedPart => {
    const of = rows.filter(isIn);
    return { part, words: `${says}: ${formatCountOf(of.length, 'row')}`, rows: of };
  };
  const parts = [
    subjects('both', 'Both visits', (subject) => atA.has(subject) && atB.has(subject)),
    subjects('a', `${a} only`, (subject) => !atB.has(subject)),
    subjects('b', `${b} only`, (subject) => !atA.has(subject)),
    counted('several', 'Several results', (row) => resultsAt(row, 'a') > 1 || resultsAt(row, 'b') > 1),
    counted('unchanged', 'No change worked out', (row) => resultsAt(row, 'a') > 0 && resultsAt(row, 'b') > 0 && row['change'] === null),
  ];
  return [{ part: 'all', words: `All ${formatCount(rows.length)} rows`, rows }, ...parts.filter((part) => part.rows.length > 0)];
}

function resultsAt(row: CompareRow, name: 'a' | 'b'): number {
  return Number(row[`results_${name}`] ?? 0);
}

function subjectOf(row: CompareRow): string {
  return String(row['subject'] ?? '');
}

function subjectsOf(rows: readonly CompareRow[]): ReadonlySet<string> {
  return new Set(rows.map(subjectOf));
}
