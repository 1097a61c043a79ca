import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { DatasetGrid } from '../../record/dataset/dataset-grid.tsx';
import { later } from '../../ui/parts/later.tsx';
import { useSubjectsShown } from '../../record/subjects/subjects-switch.tsx';

/** Read when it is first gone to. */
const SubjectsDesk = later(() => import('./subjects-desk.tsx').then((part) => part.SubjectsDesk));

/** The subjects of a study: at a glance, or the Group as it was sent; a record that somebody came for is one of the latter. */
export function SubjectsPlace({ card, hasRecord }: { readonly card: StudyCard; readonly hasRecord: boolean }): ReactNode {
  const [shown] = useSubjectsShown(card.study);
  return shown === 'sent' || hasRecord ? <DatasetGrid study={card.study} dataset="subjects" /> : <SubjectsDesk card={card} />;
}
