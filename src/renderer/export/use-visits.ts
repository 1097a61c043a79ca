import { useCall } from '../data/use-call.ts';

/** Names of visits that are offered at most, of each dataset. */
const most = 100;
const everywhere = { where: [], search: '', subjects: null, chosen: null };

/** The visits of a study, the most frequent first; null while they are looked for. */
export function useVisits(study: string): readonly string[] | null {
  const asked = { study, search: '', limit: most };
  const labs = useCall('column.values', { ...asked, selection: { dataset: 'labs', ...everywhere }, column: 'visit' });
  const vitals = useCall('column.values', { ...asked, selection: { dataset: 'vitals', ...everywhere }, column: 'visit' });
  const responses = useCall('column.values', { ...asked, selection: { dataset: 'responses', ...everywhere }, column: 'assessment' });
  const all = [labs, vitals, responses];
  if (all.some(({ data, error }) => data === null && error === null)) return null;
  const names = all.flatMap(({ data }) => data?.values.map(({ value }) => value ?? '') ?? []);
  return [...new Set(names)].filter((name) => name !== '');
}
