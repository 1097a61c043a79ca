import { useCallback } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { recountChecks, refreshStudy } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { shownRecords } from '../../data/model/studies-state.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Sets the data cut-off of a study (ISO date) or removes it, then refreshes the study and its checks. Rejects with an AppError. */
export function useSetCutOff({ study }: Pick<StudyCard, 'study'>): (date: string | null) => Promise<void> {
  const model = useModel();
  const { write } = useAnnotate(study);
  const set = useAnnotations(study, 'data-cut-off');
  const mark = set.data?.[0]?.id;
  return useCallback(
    async (date) => {
      await write({ kind: 'data-cut-off', value: { date } }, mark);
      await refreshStudy(model, study);
      recountChecks(model);
    },
    [model, study, write, mark],
  );
}

/** "Left out, dated after it: 1 lab result and 310 vital signs." */
export function leftOutWords({ leftOut }: NonNullable<StudyCard['cutOff']>): string {
  if (leftOut.length === 0) return 'No record is dated after it.';
  return `Left out, dated after it: ${listed(leftOut.map(({ dataset, records }) => formatCountOf(records, datasets[dataset].singular)))}.`;
}

/** The cut-off as shown after the as-of time in figures and sheets; empty if none is set. */
export function cutOffWords({ cutOff }: Pick<StudyCard, 'cutOff'>): readonly string[] {
  return cutOff === null ? [] : [`data cut-off ${formatCalendarDay(cutOff.date)}`];
}

/** " up to the data cut-off", for a sentence about what is not there; empty if none is set. */
export function upToCutOff({ cutOff }: Pick<StudyCard, 'cutOff'>): string {
  return cutOff === null ? '' : ' up to the data cut-off';
}

/** Whether a dataset has records, all of them dated after the cut-off. */
export function isAllAfter(card: Pick<StudyCard, 'status' | 'cutOff'>, name: DatasetName): boolean {
  const records = card.status.datasets.find(({ dataset }) => dataset === name)?.records ?? 0;
  return card.cutOff !== null && records > 0 && shownRecords(card, name) === 0;
}
