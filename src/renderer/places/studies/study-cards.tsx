import { Skeleton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { Empty } from '../../ui/parts/states.tsx';
import { StudyCardView } from './study-card.tsx';

interface Props {
  readonly cards: readonly StudyCard[] | null;
  readonly onAdd: () => void;
  readonly onPack: (study: string) => void;
  readonly onWipe: (study: string) => void;
  readonly onRenew: (study: string) => void;
}

export function StudyCards({ cards, onAdd, onPack, onWipe, onRenew }: Props): ReactNode {
  if (cards === null)
    return (
      <div className="studies-cards">
        {[0, 1].map((place) => (
          <Skeleton key={place} height={306} radius="lg" />
        ))}
      </div>
    );
  if (cards.length === 0) {
    return (
      <div className="card studies-none">
        <Empty
          icon={IconStack2}
          title="No study on this computer yet"
          says="Add a study by its number; Carrel mirrors it and keeps it readable without a network."
          step={{ label: 'Add a study', take: onAdd }}
        />
      </div>
    );
  }
  const last = lastOpenedOf(cards);
  return (
    <div className="studies-cards">
      {cards.map((card) => (
        <StudyCardView key={card.study} card={card} chief={card.study === last} onPack={onPack} onWipe={onWipe} onRenew={onRenew} />
      ))}
    </div>
  );
}

/** Only the study that was opened last has the filled button; the first one before any was opened. */
function lastOpenedOf(cards: readonly StudyCard[]): string | undefined {
  return cards.toSorted((a, b) => (b.lastOpened ?? '').localeCompare(a.lastOpened ?? ''))[0]?.study;
}
