import type { Column } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { sqlName } from '../../query/columns.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { sqlRecords } from '../../query/tables.ts';

/** Whether a text names somebody of the study. */
export type NameSearch = (text: string) => boolean;

/** Words after which even a plain number is that of a person. */
const before = new Set(
  'patient patients subject subjects participant volunteer pt pts subj id no nr by practitioner investigator physician doctor dr nurse'.split(
    ' ',
  ),
);
/** Words and numbers; what stands between them, and the case of letters, does not count: 22-001-0012 is 22/001/0012. */
const pieces = /\d+(?:[.,]\d+)*|\p{L}+/gu;
const plainNumber = /^(?:0|[1-9]\d*)$/;
/** A name of more pieces is nobody's number. */
const MOST_PIECES = 12;
/** Letters and digits of a name that is found without a word in front of it. */
const LEAST_LETTERS = 4;
/** Letters and digits of a name that is found when it is written as one word. */
const LEAST_RUN = 7;

/**
 * Finds the numbers of a study's subjects and of the persons at its sites in texts, whoever's record it is. One that is a plain number
 * without a leading zero, or very short, is found behind a word such as "subject" only: else every dose of as much would be one.
 */
export function createNameSearch(names: Iterable<string>): NameSearch {
  const known = new Map<string, boolean>();
  let longest = 0;
  for (const name of names) {
    const parts = piecesOf(name);
    if (parts.length === 0 || parts.length > MOST_PIECES) continue;
    const said = parts.join(' ');
    known.set(said, plainNumber.test(said) || parts.join('').length < LEAST_LETTERS);
    // Without what stands between its pieces it is one number.
    if (parts.length > 1 && parts.join('').length >= LEAST_RUN) known.set(parts.join(''), false);
    longest = Math.max(longest, parts.length);
  }
  return (text) => {
    const parts = piecesOf(text);
    for (let from = 0; from < parts.length; from++)
      for (let to = from + 1; to <= Math.min(parts.length, from + longest); to++) {
        const needsWord = known.get(parts.slice(from, to).join(' '));
        if (needsWord === false || (needsWord === true && before.has(parts[from - 1] ?? ''))) return true;
      }
    return false;
  };
}

function piecesOf(text: string): readonly string[] {
  return text.toLowerCase().match(pieces) ?? [];
}

/** The subjects of a study and the persons at its sites, from all that is mirrored. Belongs inside a snapshot. */
export function readNames({ db }: StudyReader): ReadonlySet<string> {
  const names = new Set<string>();
  for (const dataset of Object.values(datasets))
    for (const column of dataset.columns.filter(isName))
      for (const name of db
        .prepare<[], string | null>(`SELECT DISTINCT ${sqlName(column)} FROM ${sqlRecords(dataset, [column])}`)
        .pluck()
        .iterate())
        if (name !== null) names.add(name);
  return names;
}

function isName({ kind, tells, personal }: Column): boolean {
  return kind === 'text' && (tells === 'subject' || tells === 'person' || personal === true);
}
