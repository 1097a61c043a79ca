import type { ReactNode } from 'react';
import { useApp } from './model/model-context.ts';
import { Shell } from './shell.tsx';
import { FirstRun } from './start/first-run.tsx';
import { Unlock } from './start/unlock.tsx';

/** First run, locked, or at work. */
export function Phases(): ReactNode {
  const app = useApp();
  if (app.phase === 'locked') return <Unlock />;
  // Studies out of site packs need no service.
  if (app.phase === 'first-run' || (app.connection === null && app.studies === 0)) return <FirstRun />;
  return <Shell />;
}
