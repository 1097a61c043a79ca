import type { Output } from '../../../shared/contract.ts';
import { useReloadOn, useCall, type LoadState } from './use-call.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';

/** The visits of a study for menus; reloaded for a new generation, and when an annotation such as the order of visits is written. */
export function useVisitChoices(study: string, generation: number): LoadState<Output<'visits.list'>> {
  const listed = useCall('visits.list', { study });
  useReloadOn(generation, listed.reload);
  useReloadOn(useStore(useModel().annotated), listed.reload);
  return listed;
}
