import type { Output } from '../../../shared/contract.ts';
import { useReloadOn, useCall, type LoadState } from './use-call.ts';
import { useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';

/** The visits of a study as menus offer them; again with a generation, and when somebody decides on another order. */
export function useVisitChoices(study: string, generation: number): LoadState<Output<'visits.list'>> {
  const listed = useCall('visits.list', { study });
  useReloadOn(generation, listed.reload);
  useReloadOn(useStore(useModel().annotated), listed.reload);
  return listed;
}
