import type { ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { ChangesPlace } from '../changes/changes-place.tsx';
import { DatasetGrid } from '../grid/dataset-grid.tsx';
import { IssuesPlace } from '../issues/issues-place.tsx';
import type { StudySection as Section } from '../model/place.ts';

/** What the rail chose. */
export function StudySection({ card, section }: { readonly card: StudyCard; readonly section: Section }): ReactNode {
  switch (section) {
    case 'changes':
      return <ChangesPlace card={card} />;
    case 'issues':
      return <IssuesPlace card={card} />;
    default:
      return <DatasetGrid study={card.study} dataset={section} />;
  }
}
