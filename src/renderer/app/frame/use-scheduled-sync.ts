import { useEffect } from 'react';
import { startSync } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { nextSyncOf } from '../../data/model/next-sync.ts';

/** Milliseconds between two looks at the clock: a timer for the moment itself would oversleep with the computer. */
const lookEvery = 10_000;

/** Syncs all studies on start and on the schedule of the settings, once it is known what runs already. */
export function useScheduledSync(ready: boolean): void {
  const model = useModel();
  useEffect(() => {
    if (!ready) return undefined;
    const look = (): void => {
      const now = Date.now();
      const at = nextSyncOf(model, now);
      if (at === null || at > now) return;
      const studies = (model.studies.get().cards ?? []).map(({ study }) => study);
      // How it came out is on the cards and stamps; the next try is an interval away.
      startSync(model, studies, true).catch(() => undefined);
    };
    look();
    const timer = setInterval(look, lookEvery);
    const stops = [model.studies, model.network, model.preferences].map((store) => store.subscribe(look));
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
    };
  }, [model, ready]);
}
