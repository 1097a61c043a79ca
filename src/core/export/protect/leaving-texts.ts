import type { TextVerdict } from '../../../shared/protection.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { createNameSearch, readNames, type NameSearch } from './known-names.ts';
import { readSharedTexts, type SharedTexts } from './shared-texts.ts';
import { holdsDate, isMeasured } from './dates-in-text.ts';
import { isStudyNumber, usualTexts } from './usual-texts.ts';

export function doesLeave(verdict: TextVerdict): boolean {
  return verdict === 'usual' || verdict === 'allowed';
}

/** The items of a list as it is stored. */
export function itemsOf(stored: string): readonly string[] {
  return JSON.parse(stored) as readonly string[];
}

/** Whether a cell of a column of texts leaves: a list only with all of its items. */
export function cellLeaves({ kind }: Column, leaves: (text: string) => boolean): (cell: string) => boolean {
  return kind === 'list' ? (cell) => itemsOf(cell).every(leaves) : leaves;
}

/**
 * What becomes of the texts of a column. Only those leave that every study has, or that a person saw and let leave; and of these none
 * that names somebody of the study or a date. Those that many subjects share are likely to be of the study's own lists, and are told apart
 * so that a person need not look for them; but the name of a site is shared as well.
 */
export interface LeavingTexts {
  readonly verdictsOf: (dataset: Dataset, column: Column) => (text: string) => TextVerdict;
  /** Whether a text leaves, as its verdict says: which texts are shared, no matter for that, is then not read. */
  readonly leavesOf: (dataset: Dataset, column: Column) => (text: string) => boolean;
}

/** Verdicts that are remembered of a column: lists repeat themselves, and what does not must not fill the memory. */
const mostKnown = 20_000;

/** Belongs inside a snapshot, as does asking it. */
export function leavingTexts(study: StudyReader, allowed: AllowedTexts): LeavingTexts {
  const judgeOf = textJudges(study, allowed);
  const judges = new Map<string, TextJudge>();
  const judge = (dataset: Dataset, column: Column): TextJudge => {
    const place = `${dataset.name}.${column.name}`;
    const made = judges.get(place) ?? judgeOf(dataset, column);
    judges.set(place, made);
    return made;
  };
  return {
    verdictsOf: (dataset, column) => judge(dataset, column).verdict,
    leavesOf: (dataset, column) => judge(dataset, column).leaves,
  };
}

/** Judges the texts of one column. */
interface TextJudge {
  readonly verdict: (text: string) => TextVerdict;
  readonly leaves: (text: string) => boolean;
}

/** What becomes of a text that every study has or that somebody let leave; null for every other, which stays whatever else is known of it. */
type Reason = Extract<TextVerdict, 'usual' | 'allowed' | 'tells'> | null;

function textJudges(study: StudyReader, allowed: AllowedTexts): (dataset: Dataset, column: Column) => TextJudge {
  let names: NameSearch | null = null;
  const namesSomebody: NameSearch = (text) => (names ??= createNameSearch(readNames(study)))(text);
  const sharedIn = sharedReader(study);
  return (dataset, column) => {
    const isUsual = usualTexts(dataset, column);
    // Read at once: while a statement asks whether texts leave, nothing else can be read.
    const numbers = column.texts === 'study' ? sharedIn(dataset, column) : null;
    const isOwnNumber = (text: string): boolean => numbers !== null && (text === study.study || (numbers.has(text) && isStudyNumber(text)));
    const seen = new Set(allowed.find((one) => one.dataset === dataset.name && one.column === column.name)?.texts);
    const read = (text: string): Reason => {
      const reason = isUsual(text) || isOwnNumber(text) ? 'usual' : seen.has(text) ? 'allowed' : null;
      if (reason === null) return null;
      // In a range that is read as one, "bis" stands between numbers, each of which was judged; elsewhere before a date.
      const looked = reason === 'usual' && column.texts === 'range' ? text.replaceAll(/bis /gi, '- ') : text;
      return holdsDate(looked) || namesSomebody(text) ? 'tells' : reason;
    };
    const known = new Map<string, Reason>();
    const reasonOf = (text: string): Reason => {
      // Of a result only its number: there are as many as records.
      if (column.texts === 'result' && isMeasured(text)) return 'usual';
      const met = known.get(text);
      if (met !== undefined) return met;
      const answer = read(text);
      if (known.size < mostKnown) known.set(text, answer);
      return answer;
    };
    return {
      verdict: (text) => {
        const reason = reasonOf(text);
        if (reason !== null) return reason;
        if (!sharedIn(dataset, column).has(text)) return 'unseen';
        return holdsDate(text) || namesSomebody(text) ? 'tells' : 'shared';
      },
      leaves: (text) => {
        const reason = reasonOf(text);
        return reason !== null && doesLeave(reason);
      },
    };
  };
}

/**
 * Gives the texts of a column that many subjects share. Those of columns that name the study are read by themselves: only of those it is asked
 * whether they leave, and of a million rows all the others take seconds.
 */
function sharedReader(study: StudyReader): (dataset: Dataset, column: Column) => ReadonlySet<string> {
  const known = new Map<string, SharedTexts>();
  return (dataset, column) => {
    const nameStudy = column.texts === 'study';
    const which = `${dataset.name} ${String(nameStudy)}`;
    const shared =
      known.get(which) ??
      readSharedTexts(
        study,
        dataset,
        dataset.columns.filter(({ texts }) => (texts === 'study') === nameStudy),
      );
    known.set(which, shared);
    return shared.get(column.name) ?? new Set();
  };
}
