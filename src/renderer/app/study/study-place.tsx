import { useEffect, type ReactNode } from 'react';
import { useModel, useStudyCard } from '../../data/model/model-context.ts';
import type { InStudy } from '../../data/model/place.ts';
import { StudyFrame } from './study-frame.tsx';
import { StudySection } from './study-section.tsx';

/** One study: the frame, and what the rail chose. */
export function StudyPlace({ place }: { readonly place: InStudy }): ReactNode {
  const { data } = useModel();
  const card = useStudyCard(place.study);
  useEffect(() => {
    // Only remembers which study was opened last; nothing on this screen depends on it.
    data.call('studies.opened', { study: place.study }).catch(() => undefined);
  }, [data, place.study]);
  if (card === null) return null;
  return (
    <StudyFrame card={card}>
      <StudySection card={card} place={place} />
    </StudyFrame>
  );
}
