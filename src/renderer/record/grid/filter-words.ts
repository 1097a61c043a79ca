import { columnOf } from '../../../shared/datasets/datasets.ts';
import type { Dataset, HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { conditionWords } from '../../../shared/condition-words.ts';
import type { Condition } from '../../../shared/query.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import type { GridState } from '../../data/table/grid-state.ts';

/** A condition as its chip says it, with the column's name in the vocabulary of the headers. */
export function chipWords(dataset: Dataset, condition: Condition, vocabulary: HeaderVocabulary): string {
  const column = columnOf(dataset, condition.column);
  return column === undefined ? condition.column : conditionWords(column, condition, headerOf(column, vocabulary));
}

const beforeValue =
  /^(.*? (?:is (?:neither|not|at most|at least|less than|more than)|is|contains|(?:not )?(?:on|in|at)(?: or (?:before|after))?|before|after)) (.+)$/;

/** A chip's words up to the value that somebody chose, and the value. */
export function splitWords(words: string): readonly [string, string] {
  const match = beforeValue.exec(words);
  return match === null ? [words, ''] : [`${match[1] ?? ''} `, match[2] ?? ''];
}

/** What narrows the rows, for a sentence: "3 filters", "“troponin”", "3 filters and “troponin”". */
export function filterSummary(state: Pick<GridState, 'where' | 'search'>): string {
  const parts = [
    ...(state.where.length === 0 ? [] : [formatCountOf(state.where.length, 'filter')]),
    ...(state.search === '' ? [] : [`“${state.search}”`]),
  ];
  return parts.join(' and ');
}

/** All that narrows the rows, one sentence each, for an export's notes. */
export function filterSentences(dataset: Dataset, state: Pick<GridState, 'where' | 'search'>): readonly string[] {
  return [
    ...state.where.map((condition) => chipWords(dataset, condition, 'plain')),
    ...(state.search === '' ? [] : [`All text contains “${state.search}”`]),
  ];
}
