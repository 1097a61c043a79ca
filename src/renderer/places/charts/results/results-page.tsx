import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TestSummary } from '../../../../shared/calls/views.ts';
import type { Output, StudyCard } from '../../../../shared/contract.ts';
import { ChartsPage } from '../charts-page.tsx';
import type { LoadState } from '../../../data/calls/use-load.ts';
import { FailedLoads } from '../../../ui/parts/failed-loads.tsx';
import { AnchorMenu } from './anchor-menu.tsx';
import { AnchorNote } from './anchor-note.tsx';
import { NoResults } from './no-results.tsx';
import { TestChooser } from './test-chooser.tsx';
import type { AnchorChoice } from './use-anchors.ts';

interface Props {
  readonly card: StudyCard;
  readonly dataset: 'labs' | 'vitals';
  readonly listed: LoadState<Output<'tests.list'>>;
  /** Those of the list that can be drawn. */
  readonly tests: readonly TestSummary[];
  readonly anchors: AnchorChoice;
  readonly chosen: readonly string[];
  /** Tests that can be chosen together. */
  readonly most: number;
  readonly onChoose: (tests: readonly string[]) => void;
  /** The figure, once tests and days are known. */
  readonly children: ReactNode;
}

/** A figure of chosen tests with days from an anchor, or what stands in its place. */
export function ResultsPage({ card, dataset, listed, tests, anchors, chosen, most, onChoose, children }: Props): ReactNode {
  const controls = (
    <>
      <AnchorMenu of={anchors} />
      <TestChooser tests={tests} chosen={chosen} most={most} onChoose={onChoose} />
    </>
  );
  return (
    <ChartsPage controls={tests.length === 0 ? null : controls}>
      <FailedLoads of={[listed, anchors]} />
      {listed.data !== null && tests.length === 0 ? (
        <NoResults card={card} dataset={dataset} isNone={listed.data.tests.length === 0} />
      ) : listed.data === null || anchors.days === null ? (
        listed.error === null && anchors.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <>
          <AnchorNote study={card.study} of={anchors} />
          {children}
        </>
      )}
    </ChartsPage>
  );
}
