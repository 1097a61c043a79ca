import type { TextVerdict } from '../../../shared/protection.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import type { Column, Dataset } from '../../../shared/datasets/declaration.ts';
import { sqlName } from '../../query/columns.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../../store/layout.ts';
import { createNameSearch, readNames, type NameSearch } from './known-names.ts';
import { holdsDate, isMeasured } from './told-dates.ts';
import { usualTexts } from './usual-texts.ts';

export function doesLeave(verdict: TextVerdict): boolean {
  return verdict === 'usual' || verdict === 'shared' || verdict === 'allowed';
}

/**
 * What becomes of the texts of a column. Only those leave that every study has, that are of the study's own lists (as many subjects have them),
 * or that a person saw in the preview and let leave; and of these none that names somebody of the study or a date.
 */
export interface LeavingTexts {
  readonly verdictsOf: (dataset: Dataset, column: Column) => (text: string) => TextVerdict;
}

/** Subjects that have a text before it counts as one of the study's own lists: a remark of one or a few is none. */
const leastSharing = 5;
/** Verdicts that are remembered of a column: lists repeat themselves, and what does not must not fill the memory. */
const mostKnown = 20_000;

/** Belongs inside a snapshot, as does asking it. */
export function leavingTexts(study: StudyReader, allowed: AllowedTexts): LeavingTexts {
  let names: NameSearch | null = null;
  const namesSomebody: NameSearch = (text) => (names ??= createNameSearch(readNames(study)))(text);
  const made = new Map<string, (text: string) => TextVerdict>();
  const make = (dataset: Dataset, column: Column): ((text: string) => TextVerdict) => {
    const isUsual = usualTexts(dataset, column);
    const shared = isShareable(column) ? sharedTexts(study, dataset, column) : new Set<string>();
    const seen = new Set(allowed.find((one) => one.dataset === dataset.name && one.column === column.name)?.texts);
    const read = (text: string): TextVerdict => {
      const reason = isUsual(text) ? 'usual' : shared.has(text) ? 'shared' : seen.has(text) ? 'allowed' : 'unseen';
      return reason !== 'unseen' && (holdsDate(text) || namesSomebody(text)) ? 'tells' : reason;
    };
    const known = new Map<string, TextVerdict>();
    return (text) => {
      // Of a result only its number: there are as many as records.
      if (column.texts === 'result' && isMeasured(text)) return 'usual';
      const answer = known.get(text) ?? read(text);
      if (known.size < mostKnown) known.set(text, answer);
      return answer;
    };
  };
  return {
    verdictsOf: (dataset, column) => {
      const place = `${dataset.name}.${column.name}`;
      const verdicts = made.get(place) ?? make(dataset, column);
      made.set(place, verdicts);
      return verdicts;
    },
  };
}

/** Whether its texts are of a list that the study has. What is measured or typed in is of none. */
function isShareable({ texts }: Column): boolean {
  return texts !== 'result' && texts !== 'number' && texts !== 'change';
}

/** The texts that at least so many subjects have; of what is the same in a whole study, those that more than half of them have. */
function sharedTexts(study: StudyReader, dataset: Dataset, column: Column): ReadonlySet<string> {
  const subjectsOf = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const [text, subject] of textsOfSubjects(study, dataset, column)) {
    all.add(subject);
    if (text === null) continue;
    for (const item of column.kind === 'list' ? (JSON.parse(text) as readonly string[]) : [text]) {
      const subjects = subjectsOf.get(item) ?? new Set<string>();
      subjectsOf.set(item, subjects.add(subject));
    }
  }
  const least = column.texts === 'study' ? Math.floor(all.size / 2) + 1 : leastSharing;
  return new Set([...subjectsOf].filter(([, subjects]) => subjects.size >= least).map(([text]) => text));
}

function textsOfSubjects(
  { db }: StudyReader,
  dataset: Dataset,
  column: Column,
): IterableIterator<readonly [text: string | null, subject: string]> {
  const rows = quoted(rowTable(dataset.name));
  const pairs =
    column.shared === true
      ? `SELECT ${sqlName(column)}, subject FROM (SELECT DISTINCT _shared, "subject" AS subject FROM ${rows} WHERE "subject" IS NOT NULL) JOIN ${quoted(sharedTable(dataset.name))} ON _id = _shared`
      : `SELECT DISTINCT ${sqlName(column)}, "subject" FROM ${rows} WHERE "subject" IS NOT NULL`;
  return db.prepare<[], [string | null, string]>(pairs).raw().iterate();
}
