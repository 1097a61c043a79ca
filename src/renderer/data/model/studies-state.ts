import type { StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { ErrorReport } from '../../../shared/errors.ts';

export interface StudiesState {
  /** Null until first read. */
  readonly cards: readonly StudyCard[] | null;
  /** Why the last read failed. */
  readonly error: ErrorReport | null;
}

export const noStudiesYet: StudiesState = { cards: null, error: null };

export function withCard(state: StudiesState, card: StudyCard): StudiesState {
  if (state.cards === null) return state;
  return { cards: state.cards.map((known) => (known.study === card.study ? card : known)), error: null };
}

/** The newest generation of a study; grids reload when it grows. 0 before the first sync. */
export function generationOf(card: StudyCard): number {
  return Math.max(0, ...card.status.datasets.map((dataset) => dataset.generation ?? 0));
}

/** Whether anything of a study was mirrored. */
export function hasCopy({ status }: StudyCard): boolean {
  return status.datasets.some(({ asOf }) => asOf !== null);
}

/** Number of a dataset's records that are shown: all of the copy, or those up to the data cut-off. */
export function shownRecords({ status, cutOff }: Pick<StudyCard, 'status' | 'cutOff'>, name: DatasetName): number {
  const records = status.datasets.find(({ dataset }) => dataset === name)?.records ?? 0;
  return records - (cutOff?.leftOut.find(({ dataset }) => dataset === name)?.records ?? 0);
}

/** Whether a study is here and can be read. The card of one that cannot be read says what can be done about it. */
export function canOpen(cards: readonly Pick<StudyCard, 'study' | 'problem'>[] | null, study: string): boolean {
  return cards?.some((card) => card.study === study && card.problem === null) === true;
}
