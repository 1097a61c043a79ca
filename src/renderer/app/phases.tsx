import type { ReactNode } from 'react';
import { useApp } from '../data/model/model-context.ts';
import { later } from '../ui/parts/later.tsx';
import { PartBoundary } from '../ui/parts/part-boundary.tsx';
import { Shell } from './shell.tsx';
import { Unlock } from '../places/start/unlock.tsx';

/** Read when it is shown, which it is once. */
const FirstRun = later(() => import('../places/start/first-run.tsx').then((place) => place.FirstRun));

/** First run, locked, or at work. */
export function Phases(): ReactNode {
  const app = useApp();
  if (app.phase === 'locked') return <Unlock />;
  // Studies out of site packs need no service.
  if (app.phase === 'first-run' || (app.connection === null && app.studies === 0))
    return (
      <PartBoundary>
        <FirstRun />
      </PartBoundary>
    );
  return <Shell />;
}
