import { Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import type { NamedTest } from '../../../../shared/derive/other-names.ts';
import { ChartFrame } from '../../../record/figures/chart-frame.tsx';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { useAnchors, type AnchorChoice } from './anchors.tsx';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { ErrorStrip } from '../../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { drawableTests, storedTests, mostTests, usualTests } from './chart-tests.tsx';
import { panelOf, trendsFigure } from './trends-figure.tsx';
import { ResultsPage } from './results-page.tsx';
import './results.css';

interface TabProps {
  readonly card: StudyCard;
}

export function LabTrends({ card }: TabProps): ReactNode {
  return <TrendsTab key="labs" card={card} dataset="labs" />;
}

export function VitalTrends({ card }: TabProps): ReactNode {
  return <TrendsTab key="vitals" card={card} dataset="vitals" />;
}

interface TrendsTabProps extends TabProps {
  readonly dataset: 'labs' | 'vitals';
}

/** The chosen tests of a dataset over time, for the subjects in the filter. */
function TrendsTab({ card, dataset }: TrendsTabProps): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const listed = useCall('tests.list', { study, dataset, subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), listed.reload);
  const anchors = useAnchors(card, false);
  const [kept, keep] = useChartChoice<string>(study, `tests-${dataset}`, '');
  const tests = useMemo(() => drawableTests(listed.data?.tests ?? []), [listed.data]);
  const chosen = useMemo(() => storedTests(kept, tests) ?? usualTests(dataset, tests), [kept, tests, dataset]);
  return (
    <ResultsPage
      {...{ card, dataset, listed, tests, anchors, chosen }}
      most={mostTests}
      onChoose={(next) => {
        keep(next.join('\n'));
      }}
    >
      <Trends card={card} dataset={dataset} tests={tests} chosen={chosen} anchors={anchors} />
    </ResultsPage>
  );
}

interface TrendsProps extends TrendsTabProps {
  readonly tests: readonly NamedTest[];
  readonly chosen: readonly string[];
  readonly anchors: AnchorChoice;
}

function Trends({ card, dataset, tests, chosen, anchors }: TrendsProps): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const openRows = useOpenRows(study);
  const [time, chooseTime] = useChartChoice<'shown' | 'whole'>(study, `time-${dataset}`, 'shown');
  const trends = useCall('results.trends', {
    study,
    dataset,
    tests: [...chosen],
    subjects: filter === null ? null : [...filter.subjects],
    anchor: anchors.anchor,
    wholeTime: time === 'whole',
  });
  useReloadOn(generationOf(card), trends.reload);
  const filterWords = useFilterWords(card);
  const answered = useAnswered(trends, { anchor: anchors.words, filter: filterWords });
  const figure = useMemo(() => {
    const onWholeTime = (wholeTime: boolean): void => {
      chooseTime(wholeTime ? 'whole' : 'shown');
    };
    return answered === null ? null : trendsFigure(answered.data.trends, { dataset, tests, ...answered.words, onWholeTime });
  }, [answered, dataset, tests, chooseTime]);
  return (
    <>
      {trends.error !== null && <ErrorStrip error={trends.error} step={{ label: 'Try again', take: trends.reload }} />}
      {figure === null ? (
        trends.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <div className="charts-one">
          <ChartFrame
            card={card}
            figure={figure}
            onOpen={(mark) => {
              const test = answered?.data.trends.trends[panelOf(mark)]?.test;
              if (mark.subject === null || test === undefined) return;
              openRows(dataset, [
                { column: 'subject', op: '=', values: [mark.subject] },
                { column: 'test', op: '=', values: [test] },
              ]);
            }}
          />
        </div>
      )}
    </>
  );
}
