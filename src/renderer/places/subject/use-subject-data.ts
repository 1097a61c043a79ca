import { useCallback, useMemo } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { datasetNames, mapDatasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState, useReloadOn, useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { firstView, usualAnchor, type SubjectView } from '../../data/model/subject-view.ts';

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
  /** How many records each dataset has of the subject; of the Group 1 where it names the subject. */
  readonly records: Readonly<Record<DatasetName, number>>;
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
  const [counts, labs, vitals, medications, assessments, changes] = await Promise.all([
    Promise.all(
      datasetNames.map(async (dataset) => {
        const { rows } = await call('rows.count', { study, selection: { dataset, where: [], search: '', subjects, chosen: null } });
        return [dataset, rows] as const;
      }),
    ),
    results('labs'),
    results('vitals'),
    call('subject.medications', { study, subject }),
    call('responses.assessments', { study, subjects }),
    call('subject.changes', { study, subject, limit: mostChanges }),
  ]);
  const counted = new Map(counts);
  return {
    subject,
    records: mapDatasets(({ name }) => counted.get(name) ?? 0),
    labs,
    vitals,
    medications: medications.medications,
    assessments: assessments.assessments,
    changes,
  };
}

/** Records of a subject in a dataset. Null: the dataset was never mirrored. */
export function recordsIn({ mirrored, records }: SubjectData, name: DatasetName): number | null {
  return mirrored.includes(name) ? records[name] : null;
}

interface UsedView {
  /** Null until what was kept is known. */
  readonly view: SubjectView | null;
  readonly change: (part: Partial<SubjectView>) => void;
  /** Writes axis, anchor and tests into the study's file, beside what was mirrored. */
  readonly keep: () => void;
}

/** How a study's subjects are looked at: as it was set since the unlock, else as it was kept, else as it is at first. */
export function useSubjectView(study: string): UsedView {
  const { data, subjectViews } = useModel();
  const set = useStore(subjectViews).get(study) ?? null;
  const { data: all, error, reload } = useCall('annotations.list', { study, kind: 'subject-view' });
  const usual = useCall('anchors.default', { study });
  const newest = all?.[0] ?? null;
  const kept = newest?.annotation.kind === 'subject-view' ? newest.annotation.value : null;
  const id = newest?.id ?? null;
  const isKnown = set !== null || ((all !== null || error !== null) && (usual.data !== null || usual.error !== null));
  const first = useMemo(() => ({ ...firstView, anchor: usualAnchor(usual.data?.anchor ?? null), ...kept }), [usual.data, kept]);
  const change = useCallback(
    (part: Partial<SubjectView>) => {
      subjectViews.update((views) => new Map(views).set(study, { ...(views.get(study) ?? first), ...part }));
    },
    [subjectViews, study, first],
  );
  const keep = useCallback(() => {
    const now = subjectViews.get().get(study);
    if (now === undefined) return;
    const { axis, anchor, labs, vitals } = now;
    const value = { axis, anchor, labs: labs === null ? null : [...labs], vitals: vitals === null ? null : [...vitals] };
    data.call('annotations.write', { study, id, annotation: { kind: 'subject-view', value } }).then(reload, (failure: unknown) => {
      showFailure('This view of subjects will be forgotten when Carrel locks', failure);
    });
  }, [data, subjectViews, study, id, reload]);
  return { view: isKnown ? (set ?? first) : null, change, keep };
}

/** Where a subject stands among others. */
export interface Neighbours {
  /** Counted from 1; null where the subject is not among them. */
  readonly position: number | null;
  readonly of: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** `sorted`: by their characters, each once. A subject that is not among them has its neighbours where it would stand. */
export function neighboursOf(sorted: readonly string[], subject: string): Neighbours {
  const at = sorted.indexOf(subject);
  const previous = sorted.findLast((other) => other < subject) ?? null;
  const next = sorted.find((other) => other > subject) ?? null;
  return { position: at < 0 ? null : at + 1, of: sorted.length, previous, next };
}
