import type { ReactNode } from 'react';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { Choice } from '../../ui/parts/controls.tsx';

/** The subjects that a screen shows under its filter, or all of the study. */
export type Whose = 'shown' | 'all';

/** Chooses between the filtered subjects ("3 of 201 subjects") and all, for this export only. */
export function SubjectsChoice({
  meant,
  whose,
  onChange,
}: {
  readonly meant: SubjectsMeant;
  readonly whose: Whose;
  readonly onChange: (whose: Whose) => void;
}): ReactNode {
  const options = [
    ['shown', saySubjects(meant)],
    ['all', 'All subjects'],
  ] as const;
  return <Choice label="Subjects" options={options} value={whose} onChange={onChange} />;
}
