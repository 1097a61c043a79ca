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
export function cellLeaves({ kind }: Column, verdictOf: (text: string) => TextVerdict): (cell: string) => boolean {
  return (cell) => (kind === 'list' ? itemsOf(cell) : [cell]).every((text) => doesLeave(verdictOf(text)));
}

/**
 * What becomes of the texts of a column. Only those leave that every study has, or that a person saw and let leave; and of these none
 * that names somebody of the study or a date. Those that many subjects share are likely to be of the study's own lists, and are told apart
 * so that a person need not look for them; but the name of a site is shared as well.
 */
export interface LeavingTexts {
  readonly verdictsOf: (dataset: Dataset, column: Column) => (text: string) => TextVerdict;
}

/** Verdicts that are remembered of a column: lists repeat themselves, and what does not must not fill the memory. */
const mostKnown = 20_000;

/** Belongs inside a snapshot, as does asking it. */
export function leavingTexts(study: StudyReader, allowed: AllowedTexts): LeavingTexts {
  let names: NameSearch | null = null;
  const namesSomebody: NameSearch = (text) => (names ??= createNameSearch(readNames(study)))(text);
  const sharedIn = new Map<Dataset, SharedTexts>();
  const sharedOf = (dataset: Dataset): SharedTexts => {
    const shared = sharedIn.get(dataset) ?? readSharedTexts(study, dataset);
    sharedIn.set(dataset, shared);
    return shared;
  };
  const made = new Map<string, (text: string) => TextVerdict>();
  const make = (dataset: Dataset, column: Column): ((text: string) => TextVerdict) => {
    const isUsual = usualTexts(dataset, column);
    const shared = sharedOf(dataset).get(column.name) ?? new Set<string>();
    const isOwnNumber = (text: string): boolean =>
      column.texts === 'study' && (text === study.study || (shared.has(text) && isStudyNumber(text)));
    const seen = new Set(allowed.find((one) => one.dataset === dataset.name && one.column === column.name)?.texts);
    const read = (text: string): TextVerdict => {
      const reason = isUsual(text) || isOwnNumber(text) ? 'usual' : seen.has(text) ? 'allowed' : shared.has(text) ? 'shared' : 'unseen';
      // In a range that is read as one, "bis" stands between numbers, each of which was judged; elsewhere before a date.
      const looked = reason === 'usual' && column.texts === 'range' ? text.replaceAll(/bis /gi, '- ') : text;
      return reason !== 'unseen' && (holdsDate(looked) || namesSomebody(text)) ? 'tells' : reason;
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
