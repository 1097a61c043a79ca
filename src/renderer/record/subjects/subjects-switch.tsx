import type { ReactNode } from 'react';
import { useChartChoice, subjectsChoice, type SubjectsShown } from '../../data/model/chart-choices.ts';
import { Choice } from '../../ui/parts/controls.tsx';

const options = [
  ['glance', 'At a glance'],
  ['sent', 'As sent'],
] as const;

/** Which table of subjects is shown: an overview of each subject's data, or the Group's members as sent. */
export function useSubjectsShown(study: string): readonly [SubjectsShown, (shown: SubjectsShown) => void] {
  return useChartChoice<SubjectsShown>(study, subjectsChoice, 'glance');
}

export function SubjectsSwitch({ study }: { readonly study: string }): ReactNode {
  const [shown, show] = useSubjectsShown(study);
  return <Choice label="Table of subjects" size="xs" options={options} value={shown} onChange={show} />;
}
