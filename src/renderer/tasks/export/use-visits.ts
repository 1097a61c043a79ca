import { useCall } from '../../data/calls/use-call.ts';
import { useVisitChoices } from '../../data/calls/use-visit-choices.ts';

/** Names of assessments that are offered at most. */
const most = 100;
const everywhere = { where: [], search: '', subjects: null, chosen: null };

/** The visits of a study in their order, behind them assessments of other names, the most frequent first; null while they are looked for. */
export function useVisits(study: string): readonly string[] | null {
  const asked = { study, search: '', limit: most };
  const visits = useVisitChoices(study, 0);
  const responses = useCall('column.values', { ...asked, selection: { dataset: 'responses', ...everywhere }, column: 'assessment' });
  if ([visits, responses].some(({ data, error }) => data === null && error === null)) return null;
  const names = [...(visits.data?.visits ?? []), ...(responses.data?.values.map(({ value }) => value ?? '') ?? [])];
  return [...new Set(names)].filter((name) => name !== '');
}
