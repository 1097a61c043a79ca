import { useCallback } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState } from '../../data/calls/use-load.ts';
import { useReloadOn } from '../../data/calls/use-reload-on.ts';
import { useModel } from '../../data/model/model-context.ts';

/** Results of a dataset that one subject's page draws at most: more than a person was ever measured. */
const mostResults = 20_000;
/** Entries of the ledger that the page lists. */
export const mostChanges = 500;

/** All that is mirrored of one subject, as its page shows it. */
export interface SubjectData {
  readonly subject: string;
  /** The datasets of the study that were ever mirrored. */
  readonly mirrored: readonly DatasetName[];
  /** When the copies of the results were complete, ISO 8601; null where that is not known. */
  readonly asOf: { readonly labs: string | null; readonly vitals: string | null };
  /** Whether the Group names the subject. */
  readonly isMember: boolean;
  readonly labs: Output<'tests.results'>;
  readonly vitals: Output<'tests.results'>;
  readonly medications: Output<'subject.medications'>['medications'];
  readonly assessments: Output<'responses.assessments'>['assessments'];
  readonly changes: Output<'subject.changes'>;
}

/** Reads a subject; again when the generation grows. What was read of another subject is never given back. */
export function useSubjectData({ study, status }: StudyCard, subject: string, generation: number): LoadState<SubjectData> {
  const { data } = useModel();
  const mirrored = status.datasets.filter(({ asOf }) => asOf !== null).map(({ dataset }) => dataset);
  const asOf = (name: DatasetName): string | null => status.datasets.find(({ dataset }) => dataset === name)?.asOf ?? null;
  const asked = JSON.stringify({ mirrored, asOf: { labs: asOf('labs'), vitals: asOf('vitals') } });
  const load = useCallback(
    async () => ({ ...(await readSubject(data.call, study, subject)), ...(JSON.parse(asked) as Pick<SubjectData, 'mirrored' | 'asOf'>) }),
    [data, study, subject, asked],
  );
  const state = useLoad(load);
  useReloadOn(generation, state.reload);
  return state.data?.subject === subject ? state : { ...state, data: null };
}

async function readSubject(call: Call, study: string, subject: string): Promise<Omit<SubjectData, 'mirrored' | 'asOf'>> {
  const subjects = [subject];
  const results = async (dataset: 'labs' | 'vitals'): Promise<Output<'tests.results'>> =>
    call('tests.results', { study, dataset, tests: null, subjects, limit: mostResults });
  const [members, labs, vitals, medications, assessments, changes] = await Promise.all([
    call('rows.count', { study, selection: { dataset: 'subjects', where: [], search: '', subjects, chosen: null } }),
    results('labs'),
    results('vitals'),
    call('subject.medications', { study, subject }),
    call('responses.assessments', { study, subjects }),
    call('subject.changes', { study, subject, limit: mostChanges }),
  ]);
  return {
    subject,
    isMember: members.rows > 0,
    labs,
    vitals,
    medications: medications.medications,
    assessments: assessments.assessments,
    changes,
  };
}

/** Records of a subject in a dataset; of the subjects: 1 where the Group names it. Null: the dataset was never mirrored. */
export function recordsIn(data: SubjectData, name: DatasetName): number | null {
  if (!data.mirrored.includes(name)) return null;
  switch (name) {
    case 'subjects':
      return data.isMember ? 1 : 0;
    case 'medications':
      return data.medications.length;
    case 'labs':
    case 'vitals':
      return data[name].of;
    case 'responses':
      return data.assessments.length;
  }
}
