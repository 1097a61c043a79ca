import { useCallback } from 'react';
import type { AnnotatedPlace } from '../../../shared/annotations.ts';
import { useModel } from '../../data/model/model-context.ts';
import { withDraft } from '../../data/model/note-drafts.ts';
import { useStore } from '../../data/model/store.ts';

/** A text being typed, and its setter, which gets the current text. */
export type Typed = readonly [text: string, type: (next: (now: string) => string) => void];

/** The text of the note that is being typed about a record or subject. Stored like the tables' filters, so that a lock does not lose it. */
export function useNoteDraft(study: string, place: AnnotatedPlace): Typed {
  const { noteDrafts } = useModel();
  const key = `${study}/${nameOf(place)}`;
  const text = useStore(noteDrafts).get(key) ?? '';
  const type = useCallback(
    (next: (now: string) => string) => {
      noteDrafts.update((all) => withDraft(all, key, next(all.get(key) ?? '')));
    },
    [noteDrafts, key],
  );
  return [text, type];
}

function nameOf(place: AnnotatedPlace): string {
  return place.of === 'subject' ? `subject ${place.subject}` : `${place.dataset} ${place.key}`;
}
