import { useCallback, useMemo } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { datasetNames, mapDatasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState, useReloadOn, useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { firstView, usualAnchor, type SubjectView } from '../../data/model/subject-view.ts';

/** Maximum results per dataset to draw; more than any person ever has. */
const mostResults = 20_000;
/** Maximum changes listed on the page. */
export const mostChanges = 500;

/** The mirrored data of one subject that its page shows. */
export interface SubjectData {
  readonly subject: string;
  /** The datasets of the study that have been mirrored. */
  readonly mirrored: readonly DatasetName[];
  /** When the copies of the results were complete, ISO 8601; null if unknown. */
  readonly asOf: { readonly labs: string | null; readonly vitals: string | null };
  /** Number of the subject's records in each dataset; for subjects, 1 if the Group names the subject. */
  readonly records: Readonly<Record<DatasetName, number>>;
  readonly labs: Output<'tests.results'>;
  readonly vitals: Output<'tests.results'>;
  readonly medications: Output<'subject.medications'>['medications'];
  readonly assessments: Output<'responses.assessments'>['assessments'];
  readonly changes: Output<'subject.changes'>;
}

/** Reads a subject, and again when `generation` changes. Never returns data of another subject. */
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

/** Number of a subject's records in a dataset; null if the dataset was never mirrored. */
export function recordsIn({ mirrored, records }: SubjectData, name: DatasetName): number | null {
  return mirrored.includes(name) ? records[name] : null;
}

interface UsedView {
  /** Null until the stored view is loaded. */
  readonly view: SubjectView | null;
  readonly change: (part: Partial<SubjectView>) => void;
  /** Stores axis, anchor and tests as an annotation in the study's file. */
  readonly keep: () => void;
}

/** The view of a study's subjects: as changed since the unlock, else as stored, else the default. */
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

/** Position of a subject among others. */
export interface Neighbours {
  /** Starts at 1; null if the subject is not among them. */
  readonly position: number | null;
  readonly of: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** `sorted`: by code units, without duplicates. A subject not among them gets the neighbours of its place in the order. */
export function neighboursOf(sorted: readonly string[], subject: string): Neighbours {
  const at = sorted.indexOf(subject);
  const previous = sorted.findLast((other) => other < subject) ?? null;
  const next = sorted.find((other) => other > subject) ?? null;
  return { position: at < 0 ? null : at + 1, of: sorted.length, previous, next };
}
