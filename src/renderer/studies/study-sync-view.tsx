import { Progress } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { datasetNames } from '../../shared/datasets/declaration.ts';
import { shareOf, type StudySync } from '../model/sync-state.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { describeProgress, describeRows } from '../parts/progress-words.ts';

/** A sync in its own terms: page, rows, time left, and which datasets are done. */
export function StudySyncView({ sync }: { readonly sync: StudySync }): ReactNode {
  const now = useClock();
  const share = sync.progress === null ? 0 : (shareOf(sync.progress) ?? 0);
  return (
    <>
      <div className="row">
        <span className="medium num">{sync.progress === null ? 'Waiting to start' : describeProgress(sync.progress)}</span>
        <span className="push t3 num">{describeRows(sync, now)}</span>
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

/** Milliseconds, renewed each second. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
