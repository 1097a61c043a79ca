import type { ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import type { StudySection as Section } from '../model/place.ts';

/** What the rail chose. */
export function StudySection({ card, section }: { readonly card: StudyCard; readonly section: Section }): ReactNode {
  return <h1>{card.study}, {section}</h1>;
}
