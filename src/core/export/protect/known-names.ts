import { datasets, type Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { borrowColumns } from '../../query/cached-on-disk/stored-columns.ts';
import { sqlName } from '../../query/columns.ts';
import { cellsIdentity } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { everyRow, quoted, sharedTable } from '../../store/database/layout.ts';
import { foldedText, runOf } from './folded-text.ts';

/** Whether a text names a person of the study. */
export type NameSearch = (text: string) => boolean;

/** Words after which even a plain number is a person's number. */
const before = new Set(
  'patient patients subject subjects participant volunteer pt pts subj id no nr by practitioner investigator physician doctor dr nurse'.split(
    ' ',
  ),
);
/** Words and numbers; separators and letter case are ignored: 22-001-0012 equals 22/001/0012. */
const pieces = /\d+(?:[.,]\d+)*|\p{L}+/gu;
const plainNumber = /^(?:0|[1-9]\d*)$/;
const word = /^\p{L}+$/u;
/** A name with more pieces is not a person's number. */
const MOST_PIECES = 12;
/** Minimum letters and digits of a name that is found without a preceding word. */
const LEAST_LETTERS = 4;
/** Minimum letters of a word of a person's name; shorter ones are initials. */
const LEAST_PART = 2;
/** Words beside a person's name. */
const titles = new Set('dr prof mr mrs ms miss md phd do dds np rn pa msc bsc jr sr ii iii site'.split(' '));
/** Two words of a name are found beside each other, or with one word or initial between them. */
const NEAR = 2;
/** Minimum letters and digits of a name that is found inside other text, with any separators. */
const LEAST_RUN = 7;

/**
 * Finds the numbers of a study's subjects and of the persons at its sites in texts of any record. A plain number without a leading zero, or
 * a very short one, is found only after a word such as "subject" or as the whole text; otherwise every dose of the same amount would match.
 * Two words of a name ("Doe, Jane A., MD") are found in any order, and a single one after a word such as "Dr".
 */
export function createNameSearch(names: Iterable<string>): NameSearch {
  const known = new Map<string, boolean>();
  const wholes = new Set<string>();
  const pairs = new Set<string>();
  const runs: string[] = [];
  let longest = 0;
  for (const name of names) {
    const folded = foldedText(name);
    const [parts, run] = [piecesOf(folded), runOf(folded)];
    if (parts.length === 0 || parts.length > MOST_PIECES) continue;
    wholes.add(folded);
    const said = parts.join(' ');
    known.set(said, plainNumber.test(said) || parts.join('').length < LEAST_LETTERS);
    const spoken = parts.filter((part) => word.test(part) && part.length >= LEAST_PART && !titles.has(part));
    if (spoken.length > 1) for (const part of spoken) if (!known.has(part)) known.set(part, true);
    for (const [at, one] of spoken.entries()) for (const other of spoken.slice(at + 1)) pairs.add(pairOf(one, other));
    if (run.length >= LEAST_RUN && !plainNumber.test(said)) runs.push(run);
    longest = Math.max(longest, parts.length);
  }
  const holdsRun = runSearch(runs);
  return (text) => {
    const folded = foldedText(text);
    if (wholes.has(folded) && !plainNumber.test(folded)) return true;
    const parts = piecesOf(folded);
    for (let from = 0; from < parts.length; from++) {
      if (parts.slice(from + 1, from + 1 + NEAR).some((other) => pairs.has(pairOf(parts[from] ?? '', other)))) return true;
      for (let to = from + 1; to <= Math.min(parts.length, from + longest); to++) {
        const needsWord = known.get(parts.slice(from, to).join(' '));
        if (needsWord === false || (needsWord === true && before.has(parts[from - 1] ?? ''))) return true;
      }
    }
    return holdsRun(runOf(folded));
  };
}

/** Two words, in one order whichever comes first. */
function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/**
 * Whether one of the runs occurs in a text. Indexed by their first letters, so that a study with thousands of names costs no more than one
 * with ten.
 */
function runSearch(runs: readonly string[]): (text: string) => boolean {
  const byBeginning = Map.groupBy(runs, (run) => run.slice(0, LEAST_RUN));
  return (text) => {
    for (let at = 0; at + LEAST_RUN <= text.length; at++)
      if (byBeginning.get(text.slice(at, at + LEAST_RUN))?.some((run) => standsAt(text, run, at)) === true) return true;
    return false;
  };
}

/** Not as part of a longer number. */
function standsAt(text: string, run: string, at: number): boolean {
  const isDigit = (character: string): boolean => /\d/.test(character);
  const goesOn = (inside: string, outside: string): boolean => isDigit(inside) && isDigit(outside);
  const end = at + run.length;
  return text.startsWith(run, at) && !goesOn(run.charAt(0), text.charAt(at - 1)) && !goesOn(run.charAt(run.length - 1), text.charAt(end));
}

function piecesOf(folded: string): readonly string[] {
  return folded.match(pieces) ?? [];
}

/**
 * Returns the subjects of a study and the persons at its sites, from everything mirrored, including records after a data cut-off. Call
 * inside a snapshot.
 */
export function readNames(study: StudyReader): ReadonlySet<string> {
  const names = new Set<string>();
  const { db } = study;
  for (const dataset of Object.values(datasets)) {
    const { name } = dataset;
    const columns = dataset.columns
      .filter(isName)
      .filter((column) => study.cutOff !== undefined || !addCached(names, study, dataset, column));
    const shared = columns.filter((column) => column.shared === true);
    const own = columns.filter((column) => column.shared !== true);
    for (const [table, cells] of [[quoted(sharedTable(name)), shared] as const, [everyRow(name), own] as const]) {
      if (cells.length === 0) continue;
      // One scan for all columns: SQLite would need one scan per column for distinct values.
      const rows = db.prepare<[], (string | null)[]>(`SELECT ${cells.map(sqlName).join(', ')} FROM ${table}`).raw();
      for (const row of rows.iterate()) for (const found of row) if (found !== null) names.add(found);
    }
  }
  return names;
}

/** Adds the texts of a column from the column cache; returns whether it is cached. */
function addCached(names: Set<string>, study: StudyReader, dataset: Dataset, { name }: Column): boolean {
  const values = borrowColumns(study, dataset, cellsIdentity(study, dataset.name))?.column(name)?.values;
  if (values?.are !== 'texts') return false;
  for (let number = 1; number <= values.count; number++) names.add(values.texts.get(number));
  return true;
}

function isName({ kind, tells, personal }: Column): boolean {
  return kind === 'text' && (tells === 'subject' || tells === 'case' || tells === 'person' || personal === true);
}
