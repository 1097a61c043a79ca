import { useEffect, useState } from 'react';
import { showAttention } from '../../ui/parts/toasts.tsx';
import { keptViewOf, restoreView } from './kept-views.ts';
import { useModel } from '../../data/model/model-context.ts';
import type { Model } from '../../data/model/model.ts';

/** Milliseconds in which changes are kept together. */
const together = 250;

/**
 * Sets filters, orders, charts and the subject filter of each study as they were before a lock or the end of the last session, says what
 * could not be set again, and keeps them from then on. False until they are set.
 */
export function useViewMemory(): boolean {
  const model = useModel();
  const [known, setKnown] = useState(false);
  useEffect(() => {
    let current = true;
    model.data
      .call('views.kept')
      .then((kept) => {
        if (!current) return;
        const lost = kept.flatMap(({ study, view }) => restoreView(model, study, view));
        if (lost.length > 0) showAttention({ title: 'Not everything is as it was', says: lost.join(' ') });
      })
      .catch(() => {
        if (current)
          showAttention({ title: 'Filters are cleared', says: 'How the views were set could not be read; everything is shown.' });
      })
      .finally(() => {
        if (current) setKnown(true);
      });
    return () => {
      current = false;
    };
  }, [model]);
  useEffect(() => (known ? keepViews(model) : undefined), [model, known]);
  return known;
}

/** Keeps how the views are set whenever that changes. Returns the way to stop. */
function keepViews(model: Model): () => void {
  const kept = new Map<string, string>();
  const keep = (): void => {
    for (const { study } of model.studies.get().cards ?? []) {
      const view = keptViewOf(model, study);
      const text = JSON.stringify(view);
      if (kept.get(study) === text) continue;
      kept.set(study, text);
      // Only remembered for the next time; nothing on screen depends on it.
      model.data.call('views.keep', { study, view }).catch(() => undefined);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keep, together);
  };
  later();
  const stops = [model.grids, model.subjectFilters, model.chartChoices, model.studies].map(({ subscribe }) => subscribe(later));
  window.addEventListener('pagehide', keep);
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    window.removeEventListener('pagehide', keep);
  };
}
