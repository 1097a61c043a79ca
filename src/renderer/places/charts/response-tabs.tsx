import { Skeleton } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { reconcile } from '../../../shared/derive/reconciliation.ts';
import { type Waterfall, spiderOf, swimmerOf, waterfallOf } from '../../../shared/derive/response-charts.ts';
import { type SubjectCourse, coursesBySubject } from '../../../shared/derive/subject-courses.ts';
import type { Window } from '../../../shared/derive/response-course.ts';
import { useAnswered, useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { useFilterWords } from '../../record/subjects/use-these-subjects.tsx';
import { useChartChoice } from '../../data/model/chart-choices.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { ChartFrame } from '../../record/figures/chart-frame.tsx';
import { ChartsPage } from './charts-page.tsx';
import type { Figure } from '../../record/figures/figure.ts';
import { NoResponses } from './no-responses.tsx';
import { type ColourBy, spiderFigure } from './spider.tsx';
import { swimmerFigure } from './swimmer.tsx';
import { waterfallFigure } from './waterfall.tsx';
import { responseStyles, shapePath, shownResponse, shownResponses } from '../../record/figures/response-style.ts';
import { formatCount } from '../../../shared/format-count.ts';

const charts = ['waterfall', 'spider', 'swimmer'] as const;
type ResponseChart = (typeof charts)[number];
const windows: readonly (readonly [Window, string])[] = [
  ['to-progression', 'Up to first PD'],
  ['all', 'All'],
];
const colours: readonly (readonly [ColourBy, string])[] = [
  ['best', 'Best'],
  ['last', 'Last'],
];

interface TabProps {
  readonly card: StudyCard;
}

export function AllResponses({ card }: TabProps): ReactNode {
  return <ResponseCharts card={card} shown={charts} />;
}

export function WaterfallTab({ card }: TabProps): ReactNode {
  return <ResponseCharts card={card} shown={['waterfall']} />;
}

export function SpiderTab({ card }: TabProps): ReactNode {
  return <ResponseCharts card={card} shown={['spider']} />;
}

export function SwimmerTab({ card }: TabProps): ReactNode {
  return <ResponseCharts card={card} shown={['swimmer']} />;
}

interface Chosen {
  readonly waterfall: Waterfall;
  readonly window: Window;
  readonly colourBy: ColourBy;
  /** Description of the subject filter. */
  readonly words: string;
}

interface NamedFigure {
  readonly name: ResponseChart;
  readonly figure: Figure;
}

/** Figures of the shown charts, memoized one by one, so that each is rebuilt only if its own inputs change. */
function useResponseFigures(
  courses: readonly SubjectCourse[],
  shown: readonly ResponseChart[],
  { waterfall, window, colourBy, words }: Chosen,
): readonly NamedFigure[] {
  const has = { waterfall: shown.includes('waterfall'), spider: shown.includes('spider'), swimmer: shown.includes('swimmer') };
  const first = useMemo(
    () => (has.waterfall ? waterfallFigure(waterfall, window, words) : null),
    [has.waterfall, waterfall, window, words],
  );
  const second = useMemo(
    () => (has.spider ? spiderFigure(spiderOf(courses), colourBy, { filter: words, notExplained: notExplained(courses) }) : null),
    [has.spider, courses, colourBy, words],
  );
  const third = useMemo(() => (has.swimmer ? swimmerFigure(swimmerOf(courses), words) : null), [has.swimmer, courses, words]);
  const all = { waterfall: first, spider: second, swimmer: third };
  return shown.flatMap((name) => {
    const figure = all[name];
    return figure === null ? [] : [{ name, figure }];
  });
}

/** Labels of courses with a PD that their target sum does not explain. */
function notExplained(courses: readonly SubjectCourse[]): readonly string[] {
  const found = reconcile(courses).lines.filter(
    ({ checked, course }) => course.assessment.code === 'PD' && checked.outcome === 'not-explained',
  );
  return [...new Set(found.map(({ label }) => label))];
}

/** Response charts of the subjects in the filter. */
function ResponseCharts({ card, shown }: TabProps & { readonly shown: readonly ResponseChart[] }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const answer = useCall('responses.assessments', { study, subjects: filter === null ? null : [...filter.subjects] });
  const { error, reload } = answer;
  const filterWords = useFilterWords(card);
  const answered = useAnswered(answer, { filter: filterWords });
  const data = answered?.data ?? null;
  useReloadOn(generationOf(card), reload);
  const openRows = useOpenRows(study);
  const [window, setWindow] = useChartChoice<Window>(study, 'window', 'to-progression', windows);
  const [colourBy, setColourBy] = useChartChoice<ColourBy>(study, 'colour-by', 'best');
  const words = answered?.words.filter ?? '';
  const courses = useMemo(() => coursesBySubject(data?.assessments ?? []), [data]);
  const waterfall = useMemo(() => waterfallOf(courses, window), [courses, window]);
  const figures = useResponseFigures(courses, shown, { waterfall, window, colourBy, words });
  const controls: Readonly<Record<ResponseChart, ReactNode>> = {
    waterfall: <Choice size="xs" label="Assessments of the waterfall" options={windows} value={window} onChange={setWindow} />,
    spider: (
      <>
        <span className="tiny t3">Colour by</span>
        <Choice size="xs" label="Colours of the spider by response" options={colours} value={colourBy} onChange={setColourBy} />
      </>
    ),
    swimmer: null,
  };
  return (
    <ChartsPage controls={shown.includes('waterfall') && waterfall.bars.length > 0 ? <ResponseLegend waterfall={waterfall} /> : null}>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {data === null ? (
        error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : data.assessments.length === 0 ? (
        <NoResponses card={card} />
      ) : (
        <div className={shown.length === 1 ? 'charts-one' : 'charts-three'}>
          {figures.map(({ name, figure }) => (
            <ChartFrame
              key={name}
              card={card}
              figure={figure}
              controls={controls[name]}
              withLegend={name !== 'waterfall'}
              onOpen={({ subject }) => {
                if (subject !== null) openRows('responses', [{ column: 'subject', op: '=', values: [subject] }]);
              }}
            />
          ))}
        </div>
      )}
    </ChartsPage>
  );
}

/** How many bars of the waterfall have each best response, with its shape and colour. */
function ResponseLegend({ waterfall: { bars } }: { readonly waterfall: Waterfall }): ReactNode {
  const counts = shownResponses.map((code) => ({ code, count: bars.filter(({ best }) => shownResponse(best) === code).length }));
  return (
    <dl className="response-legend">
      <dt className="tiny t3">Best response of the waterfall’s subjects</dt>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ code, count }) => (
          <dd key={code} className="num">
            <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden>
              <path d={shapePath(code, 6, 6, 4)} fill={responseStyles[code].color} />
            </svg>
            {responseStyles[code].words} {formatCount(count)}
          </dd>
        ))}
    </dl>
  );
}
