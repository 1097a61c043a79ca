import { useEffect, useRef, useState } from 'react';
import type { StoredPlace } from '../../../shared/calls/places.ts';
import { useModel } from '../../data/model/model-context.ts';
import { storedPlaceOf, restoredPlace, studiesPlace, studyOf, type Place } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';

/**
 * Comes back to the study, section and subject that the window was in last, and remembers where it goes from then on: never which record
 * is open.
 * False until it is known where to begin.
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
        // Somebody may have gone elsewhere meanwhile.
        if (current && back !== null) store.update((before) => (before === studiesPlace ? (cameBack.current = back) : before));
      })
      // Without an answer it begins at the studies.
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
    // What can be done about a study that cannot be read stands on its card.
    const isBroken = cards.some(({ study, problem }) => study === studyOf(back) && problem !== null);
    store.update((now) => (isBroken && now === back ? studiesPlace : now));
  }, [cards, store, known]);
  const keeping = place.name === 'studies' || place.name === 'study' ? JSON.stringify(storedPlaceOf(place)) : undefined;
  useEffect(() => {
    if (!known || keeping === undefined) return;
    // Only remembered for the next time; nothing on screen depends on it.
    data.call('places.keep', JSON.parse(keeping) as StoredPlace | null).catch(() => undefined);
  }, [data, known, keeping]);
  return known;
}
