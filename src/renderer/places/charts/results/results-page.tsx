import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconUsers } from '@tabler/icons-react';
import type { TestSummary } from '../../../../shared/calls/views.ts';
import type { Output, StudyCard } from '../../../../shared/contract.ts';
import { ChartsPage } from '../charts-page.tsx';
import type { LoadState } from '../../../data/calls/use-call.ts';
import { FailedLoads, Empty } from '../../../ui/parts/states.tsx';
import { AnchorMenu, AnchorNote, type AnchorChoice } from './anchors.tsx';
import { ChartTests } from './chart-tests.tsx';
import { usePlace } from '../../../data/model/model-context.ts';
import { studyPlace } from '../../../data/model/place.ts';
import { datasetIcons } from '../../../ui/parts/icon.tsx';
import { AllAfter } from '../../../record/cut-off/all-after.tsx';
import { isAllAfter, upToCutOff } from '../../../record/cut-off/cut-off.ts';
import { NotMirrored } from '../../../ui/sync/not-mirrored.tsx';
import { datasetTitles } from '../../../ui/parts/dataset-titles.ts';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { formatCountOf } from '../../../../shared/format-count.ts';

interface Props {
  readonly card: StudyCard;
  readonly dataset: 'labs' | 'vitals';
  readonly listed: LoadState<Output<'tests.list'>>;
  /** The listed tests that can be drawn. */
  readonly tests: readonly TestSummary[];
  readonly anchors: AnchorChoice;
  readonly chosen: readonly string[];
  /** Maximum number of chosen tests. */
  readonly most: number;
  readonly onChoose: (tests: readonly string[]) => void;
  /** The figure, shown once tests and days are loaded. */
  readonly children: ReactNode;
}

/** A figure of chosen tests over days from an anchor, or the reason why there is none. */
export function ResultsPage({ card, dataset, listed, tests, anchors, chosen, most, onChoose, children }: Props): ReactNode {
  const controls = (
    <>
      <AnchorMenu of={anchors} />
      <ChartTests tests={tests} chosen={chosen} most={most} onChoose={onChoose} />
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

/** Why there is no test to draw: never mirrored, none sent, or none left by the data cut-off or the subject filter. */
export function NoResults({
  card,
  dataset,
  isNone,
}: {
  readonly card: StudyCard;
  readonly dataset: 'labs' | 'vitals';
  /** Whether there are no results at all, not even non-numeric ones. */
  readonly isNone: boolean;
}): ReactNode {
  const { study, status } = card;
  const { go } = usePlace();
  const [filter, setFilter] = useSubjectFilter(study);
  const known = status.datasets.find((one) => one.dataset === dataset);
  const title = datasetTitles[dataset];
  const toRows = {
    label: `Go to ${title}`,
    take: () => {
      go(studyPlace(study, dataset));
    },
  };
  if (known === undefined || known.asOf === null) return <NotMirrored card={card} dataset={dataset} />;
  if (card.cutOff !== null && isAllAfter(card, dataset)) return <AllAfter dataset={dataset} date={card.cutOff.date} />;
  const upTo = upToCutOff(card);
  if (filter !== null && known.records > 0) {
    const whom = formatCountOf(filter.subjects.length, 'subject');
    return (
      <Empty
        icon={IconUsers}
        title={
          isNone
            ? `The ${whom} in the filter ${filter.subjects.length === 1 ? 'has' : 'have'} no ${dataset}${upTo}`
            : `No numeric results in ${title} for the ${whom} in the filter${upTo}`
        }
        says="The subject filter in the top bar applies to every chart in this study."
        step={{
          label: 'Show all subjects',
          take: () => {
            setFilter(null);
          },
        }}
      />
    );
  }
  return <Empty icon={datasetIcons[dataset]} title={`No numeric results in ${title} in this study${upTo}`} step={toRows} />;
}
