import type { TextVerdict } from '../../../shared/protection.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import { createNameSearch, readNames, type NameSearch } from './known-names.ts';
import { readSharedTexts, type SharedTexts } from './shared-texts.ts';
import { holdsDate, isMeasured } from './dates-in-text.ts';
import { isStudyNumber, usualTexts } from './usual-texts.ts';

export function doesLeave(verdict: TextVerdict): boolean {
  return verdict === 'usual' || verdict === 'allowed';
}

/** Returns a function that decides whether a cell of a text column is exported; a list is exported only if all of its items are. */
export function cellLeaves({ kind }: Column, leaves: (text: string) => boolean): (cell: string) => boolean {
  return kind === 'list' ? (cell) => itemsOf(cell).every(leaves) : leaves;
}

/**
 * What happens to the texts of a column in a protected export. A text is exported only if every study has it, or if a person reviewed and
 * allowed it, and never if it contains a person's name or number or a date. Texts that many subjects share are probably from the study's
 * own lists and are marked separately, so that a person need not search for them; but a site's name is shared as well.
 */
export interface LeavingTexts {
  readonly verdictsOf: (dataset: Dataset, column: Column) => (text: string) => TextVerdict;
  /** Whether a text is exported, according to its verdict. Shared texts do not matter for this and are not read. */
  readonly leavesOf: (dataset: Dataset, column: Column) => (text: string) => boolean;
}

/** Verdicts cached per column: lists repeat, and columns with many distinct texts must not fill the memory. */
const mostKnown = 20_000;

/** Call inside a snapshot, and use the result inside it. */
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

/**
 * The verdict on a text that every study has or that a person allowed; null for any other text, which is withheld whatever else is known
 * about it.
 */
type Reason = Extract<TextVerdict, 'usual' | 'allowed' | 'tells'> | null;

function textJudges(study: StudyReader, allowed: AllowedTexts): (dataset: Dataset, column: Column) => TextJudge {
  let names: NameSearch | null = null;
  const namesSomebody: NameSearch = (text) => (names ??= createNameSearch(readNames(study)))(text);
  const sharedIn = sharedReader(study);
  return (dataset, column) => {
    const isUsual = usualTexts(dataset, column);
    // Read now, because nothing else can be read while a statement asks whether texts are exported.
    const numbers = column.texts === 'study' ? sharedIn(dataset, column) : null;
    const isOwnNumber = (text: string): boolean => numbers !== null && (text === study.study || (numbers.has(text) && isStudyNumber(text)));
    const seen = new Set(allowed.find((one) => one.dataset === dataset.name && one.column === column.name)?.texts);
    const read = (text: string): Reason => {
      const reason = isUsual(text) || isOwnNumber(text) ? 'usual' : seen.has(text) ? 'allowed' : null;
      if (reason === null) return null;
      // In a text recognized as a range, "bis" is between numbers, each of which was checked; elsewhere it may precede a date.
      const looked = reason === 'usual' && column.texts === 'range' ? text.replaceAll(/bis /gi, '- ') : text;
      return holdsDate(looked) || namesSomebody(text) ? 'tells' : reason;
    };
    const known = new Map<string, Reason>();
    const reasonOf = (text: string): Reason => {
      // Not cached for results, because there are as many numbers as records.
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
 * Returns the shared texts of a column. Columns that name the study are read separately: only for those does the export decision need
 * shared texts, and reading all others takes seconds for a million rows.
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
