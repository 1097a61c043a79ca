import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { DatasetGrid } from '../../record/dataset/dataset-grid.tsx';
import { later } from '../../ui/parts/later.tsx';
import { useSubjectsShown } from '../../record/subjects/subjects-switch.tsx';

/** Loaded on first use. */
const SubjectsDesk = later(() => import('./subjects-desk.tsx').then((part) => part.SubjectsDesk));

/** The subjects of a study, as a summary or as the Group was sent. A linked record (`hasRecord`) exists only in the latter. */
export function SubjectsPlace({ card, hasRecord }: { readonly card: StudyCard; readonly hasRecord: boolean }): ReactNode {
  const [shown] = useSubjectsShown(card.study);
  return shown === 'sent' || hasRecord ? <DatasetGrid study={card.study} dataset="subjects" /> : <SubjectsDesk card={card} />;
}
