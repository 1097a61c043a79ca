import { useCallback } from 'react';
import { mostLookedAt } from '../../../shared/annotations.ts';
import type { CheckLine, FoundInCheck } from '../../../shared/calls/checks.ts';
import type { DataSource } from '../../data/port/data-source.ts';
import { recountChecks } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';

type Line = Pick<CheckLine, 'check' | 'dataset' | 'rule'>;

export interface LookedMarks {
  /** Marks these records as looked at in their state at a generation. */
  readonly mark: (keys: readonly string[], generation: number) => void;
  /** Marks all open records of the shown subjects. */
  readonly markAll: () => void;
  /** Removes the marks of these records. */
  readonly takeBack: (records: readonly FoundInCheck[]) => void;
  readonly takeBackAll: () => void;
}

/** "Looked at" marks on the findings of a check. They are annotations stored with the study; the records do not change. */
export function useLookedMarks(study: string, line: Line, subjects: readonly string[] | null): LookedMarks {
  const { data, checks } = useModel();
  const { check, dataset, rule } = line;
  const asked = JSON.stringify(subjects);
  const run = useCallback(
    (work: () => Promise<void>) => {
      work()
        .catch((error: unknown) => {
          showFailure('The mark could not be saved', error);
        })
        .finally(() => {
          recountChecks({ checks });
        });
    },
    [checks],
  );
  const all = useCallback(
    () => data.call('checks.records', { study, check, dataset, subjects: JSON.parse(asked) as string[] | null, limit: mostLookedAt }),
    [data, study, check, dataset, asked],
  );
  const mark = useCallback(
    (keys: readonly string[], generation: number) => {
      run(() => keep(data, study, { check, dataset, rule }, keys, generation));
    },
    [run, data, study, check, dataset, rule],
  );
  const markAll = useCallback(() => {
    run(async () => {
      const { records, generation } = await all();
      const open = records.filter(({ looked }) => looked === null).map(({ key }) => key);
      await keep(data, study, { check, dataset, rule }, open, generation);
    });
  }, [run, all, data, study, check, dataset, rule]);
  const takeBack = useCallback(
    (records: readonly FoundInCheck[]) => {
      run(() => withdraw(data, study, { check, dataset, rule }, records));
    },
    [run, data, study, check, dataset, rule],
  );
  const takeBackAll = useCallback(() => {
    run(async () => {
      const { records } = await all();
      await withdraw(data, study, { check, dataset, rule }, records);
    });
  }, [run, all, data, study, check, dataset, rule]);
  return { mark, markAll, takeBack, takeBackAll };
}

async function keep(
  data: DataSource,
  study: string,
  { check, dataset, rule }: Line,
  keys: readonly string[],
  generation: number,
): Promise<void> {
  if (keys.length === 0) return;
  const value = { check, dataset, ...(rule === null ? {} : { rule }), generation, at: new Date().toISOString(), keys: [...keys] };
  await data.call('annotations.write', { study, id: null, annotation: { kind: 'looked-at', value } });
}

/** Removes records from every mark of the check that names them, and deletes marks that are left without records. */
async function withdraw(data: DataSource, study: string, line: Line, records: readonly FoundInCheck[]): Promise<void> {
  const gone = new Set(records.filter(({ looked }) => looked !== null).map(({ key }) => key));
  for (const { id, annotation } of await data.call('annotations.list', { study, kind: 'looked-at' })) {
    if (annotation.kind !== 'looked-at' || annotation.value.check !== line.check || annotation.value.dataset !== line.dataset) continue;
    const keys = annotation.value.keys.filter((key) => !gone.has(key));
    if (keys.length === annotation.value.keys.length) continue;
    await (keys.length === 0
      ? data.call('annotations.remove', { study, kind: 'looked-at', id })
      : data.call('annotations.write', { study, id, annotation: { kind: 'looked-at', value: { ...annotation.value, keys } } }));
  }
}
