import { Progress } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { shareOf, type StudySync } from '../../data/model/sync-state.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { describeNextTry, describeProgress, describeRows, describeWait } from '../../ui/parts/file-run.tsx';
import { useNow } from '../../ui/parts/as-of.ts';

/** A sync in its own terms: page, rows, time left, and which datasets are done. */
export function StudySyncView({ sync }: { readonly sync: StudySync }): ReactNode {
  const now = useNow(1000).getTime();
  const wait = useStore(useModel().wait);
  const share = sync.progress === null ? 0 : (shareOf(sync.progress) ?? 0);
  const doing = wait === null ? describeProgress(sync.progress) : `${describeWait(wait)}, ${describeNextTry(wait)}`;
  return (
    <>
      <div className="row">
        <span className="medium num">{sync.progress === null ? 'Waiting to start' : doing}</span>
        <span className="push t3 num">{wait === null && describeRows(sync, now)}</span>
      </div>
      <Progress className="study-progress" value={share * 100} aria-label="Share of this dataset" />
      <div className="study-steps">
        {datasetNames.map((name) => {
          const done = sync.finished.includes(name);
          const current = !done && sync.progress?.dataset === name;
          return (
            <span key={name} className={done ? 'study-step-done' : current ? 'study-step-now' : ''}>
              {done && <Glyph of={IconCheck} size={14} />}
              {datasetTitles[name]}
            </span>
          );
        })}
      </div>
    </>
  );
}
