import { useEffect, useRef, useState } from 'react';
import type { StoredPlace } from '../../../shared/calls/places.ts';
import { useModel } from '../../data/model/model-context.ts';
import { storedPlaceOf, restoredPlace, studiesPlace, studyOf, type Place } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { canOpen } from '../../data/model/studies-state.ts';

/**
 * Restores the last study, section and subject, and records the place from then on, but never which record is open. Returns false until
 * the initial place is known.
 */
export function usePlaceMemory(): boolean {
  const { data, place: store, studies } = useModel();
  const { cards } = useStore(studies);
  const cameBack = useRef<Place | null>(null);
  const place = useStore(store);
  const [known, setKnown] = useState(false);
  useEffect(() => {
    let current = true;
    data
      .call('places.last')
      .then((last) => {
        const back = last === null ? null : restoredPlace(last);
        // The user may have navigated in the meantime.
        if (current && back !== null) store.update((before) => (before === studiesPlace ? (cameBack.current = back) : before));
      })
      // Start at the studies if there is no answer.
      .catch(() => undefined)
      .finally(() => {
        if (current) setKnown(true);
      });
    return () => {
      current = false;
    };
  }, [data, store]);
  useEffect(() => {
    const back = cameBack.current;
    if (cards === null || back === null) return;
    cameBack.current = null;
    const study = studyOf(back);
    const isShown = study !== null && canOpen(cards, study);
    store.update((now) => (!isShown && now === back ? studiesPlace : now));
  }, [cards, store, known]);
  const keeping = place.name === 'studies' || place.name === 'study' ? JSON.stringify(storedPlaceOf(place)) : undefined;
  useEffect(() => {
    if (!known || keeping === undefined) return;
    // Only stored for the next start; nothing on screen depends on it.
    data.call('places.keep', JSON.parse(keeping) as StoredPlace | null).catch(() => undefined);
  }, [data, known, keeping]);
  return known;
}
