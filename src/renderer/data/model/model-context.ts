import { createContext, use, useCallback } from 'react';
import type { AppState, Preferences, StudyCard } from '../../../shared/contract.ts';
import type { Model } from './model.ts';
import type { Place } from './place.ts';
import { useStore } from './store.ts';

export const ModelContext = createContext<Model | null>(null);

export function useModel(): Model {
  const model = use(ModelContext);
  if (model === null) throw new TypeError('A component that needs the model was drawn outside of it.');
  return model;
}

export function useApp(): AppState {
  return useStore(useModel().app);
}

export function usePreferences(): Preferences {
  return useStore(useModel().preferences);
}

/** The window's current place, and a function that goes to another. */
export function usePlace(): { readonly place: Place; readonly go: (place: Place) => void } {
  const store = useModel().place;
  const go = useCallback(
    (place: Place) => {
      store.update(() => place);
    },
    [store],
  );
  return { place: useStore(store), go };
}

/** The card of a study; null until the studies are read, or after it was wiped. */
export function useStudyCard(study: string): StudyCard | null {
  const { cards } = useStore(useModel().studies);
  return cards?.find((card) => card.study === study) ?? null;
}
