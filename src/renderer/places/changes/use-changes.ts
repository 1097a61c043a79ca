import { useCallback, useState } from 'react';
import type { ErrorReport } from '../../../shared/errors.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { useLoad } from '../../data/calls/use-call.ts';
import { firstShown, growthOf, loadGroup, type ChangeGroup, type ChangeKind, total } from '../../record/changes/change-lines.ts';
import { useModel } from '../../data/model/model-context.ts';

/** Records shown per dataset if all datasets are listed. */
const few = 9;

interface Question {
  readonly study: string;
  readonly since: number;
  readonly kind: ChangeKind | null;
  readonly dataset: DatasetName | null;
  /** Null for all subjects. */
  readonly subjects: readonly string[] | null;
  readonly newest: number;
}

interface Changes {
  /** Totals over the requested datasets, for every kind. Null until the first answer. */
  readonly counts: ChangeGroup['counts'] | null;
  readonly groups: readonly ChangeGroup[] | null;
  /** The newest generation when the groups were requested. */
  readonly upTo: number | null;
  readonly error: ErrorReport | null;
  readonly more: () => void;
  readonly reload: () => void;
}

/** Loads the changes grouped by dataset, and again after each applied pass. */
export function useChanges({ study, since, kind, dataset, subjects, newest }: Question): Changes {
  const { data } = useModel();
  const asked = `${study} ${String(since)} ${String(kind)} ${String(dataset)} ${JSON.stringify(subjects)}`;
  const named = JSON.stringify(subjects);
  const [grown, setGrown] = useState({ asked, limit: firstShown });
  const limit = dataset === null ? few : grown.asked === asked ? grown.limit : firstShown;
  const load = useCallback(async () => {
    // A new generation triggers a reload, although the request itself stays the same.
    const upTo = newest;
    const of = JSON.parse(named) as string[] | null;
    const wanted = dataset === null ? datasetNames : [dataset];
    const groups = await Promise.all(
      wanted.map((name) => loadGroup(data.call, { study, dataset: name, since, kind, subjects: of, limit })),
    );
    return { upTo, groups: groups.filter((group) => total(group.counts) > 0) };
  }, [data, study, since, kind, dataset, named, limit, newest]);
  const { data: answer, error, reload } = useLoad(load);
  const groups = answer?.groups ?? null;
  return {
    counts: groups === null ? null : sum(groups),
    groups,
    upTo: answer?.upTo ?? null,
    error,
    reload,
    more: () => {
      setGrown({ asked, limit: limit + growthOf(limit) });
    },
  };
}

function sum(groups: readonly ChangeGroup[]): ChangeGroup['counts'] {
  return groups.reduce(
    (all, { counts }) => ({ new: all.new + counts.new, changed: all.changed + counts.changed, vanished: all.vanished + counts.vanished }),
    { new: 0, changed: 0, vanished: 0 },
  );
}
