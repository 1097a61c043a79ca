import type { StudyCard } from '../../../shared/contract.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useReloadOn } from '../../data/calls/use-reload-on.ts';
import { generationOf } from '../../data/model/studies-state.ts';

/** The subjects that there are without the filter; null before that is known. */
export function useEverySubject(card: StudyCard): readonly string[] | null {
  const { data, reload } = useCall('subjects.list', { study: card.study, selection: null });
  useReloadOn(generationOf(card), reload);
  return data?.subjects ?? null;
}
