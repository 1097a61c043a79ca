import { useCallback, useMemo } from 'react';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { firstView, usualAnchor, type SubjectView } from '../../data/model/subject-view.ts';

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
