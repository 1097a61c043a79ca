import { noteTried, refreshStudies, refreshStudy } from './actions.ts';
import type { Model } from './model.ts';
import { unreachableAfter } from './network-state.ts';
import { withDataset, withProgress } from './sync-state.ts';

/** Updates the model from the hosts' events. Returns a function that stops this. */
export function followEvents(model: Model): () => void {
  const { subscribe } = model.data;
  const stops = [
    subscribe('preferences.changed', (preferences) => {
      if (model.unstored.get() === 0) model.preferences.update(() => preferences);
    }),
    subscribe('network.changed', ({ online }) => {
      model.network.update((before) => ({ ...before, online }));
    }),
    subscribe('sync.pause', (wait) => {
      model.wait.update(() => wait);
    }),
    subscribe('sync.resume', () => {
      model.wait.update(() => null);
    }),
    subscribe('sync.progress', (progress) => {
      model.wait.update(() => null);
      model.sync.update((state) => withProgress(state, progress, Date.now()));
    }),
    subscribe('sync.dataset', (event) => {
      model.sync.update((state) => withDataset(state, event));
      void refreshStudy(model, event.study);
    }),
    subscribe('sync.done', (result) => {
      model.sync.update(() => new Map());
      model.wait.update(() => null);
      noteTried(
        model,
        result.studies.map(({ study }) => study),
      );
      model.network.update((before) => ({ ...before, unreachable: unreachableAfter(before.unreachable, result) }));
      void refreshStudies(model);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
