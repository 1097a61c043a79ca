import { Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { usualRules } from '../../../../shared/derive/best-overall-response.ts';
import {
  endpointsOf,
  noDayWords,
  notCountedWords,
  type Endpoints,
  type EndpointRules,
  type NoDay,
  type SubjectEndpoints,
} from '../../../../shared/derive/endpoints.ts';
import { mostInFilter } from '../../../../shared/derive/left-out.ts';
import { coursesBySubject } from '../../../../shared/derive/subject-courses.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { ChartFrame } from '../../../record/figures/chart-frame.tsx';
import type { Figure, Omission } from '../../../record/figures/figure.ts';
import { namesOf } from '../../../record/figures/omission-words.ts';
import { useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { Choice } from '../../../ui/parts/controls.tsx';
import { FailedLoads } from '../../../ui/parts/states.tsx';
import { ChartsPage } from '../charts-page.tsx';
import { NoResponses } from '../no-responses.tsx';
import { AnchorMenu, AnchorNote, useAnchors } from '../results/anchors.tsx';
import { ratesFigure, subjectsOfRate } from './rates-figure.tsx';
import { RulesMenu } from './rules-menu.tsx';
import { survivalFigure, type FollowedSubject } from './survival-figure.tsx';
import { formatCountOf } from '../../../../shared/format-count.ts';

const shown = [
  ['rates', 'Best response'],
  ['to-response', 'Time to response'],
  ['of-response', 'Duration of response'],
  ['to-progression', 'Time to progression'],
] as const;
type Shown = (typeof shown)[number][0];

const counted = [
  ['confirmed', 'Confirmed'],
  ['signed', 'As signed'],
] as const;
type Counted = (typeof counted)[number][0];

/** Response rates, time to response, duration of response, and time to progression. */
export function EndpointsTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const answer = useCall('responses.assessments', { study, subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), answer.reload);
  const anchors = useAnchors(card, true);
  const answered = useAnswered(answer, { filter: useFilterWords(card) });
  const [which, setWhich] = useChartChoice<Shown>(study, 'endpoint', 'rates', shown);
  const [responses, setResponses] = useChartChoice<Counted>(study, 'endpoint-responses', 'confirmed');
  const [confirmedAfter, setConfirmedAfter] = useDays(study, 'confirmed-after', usualRules.confirmedAfter);
  const [stableAfter, setStableAfter] = useDays(study, 'stable-after', usualRules.stableAfter);
  const rules = useMemo(
    (): EndpointRules => ({ confirmedAfter, stableAfter, confirmed: responses === 'confirmed' }),
    [confirmedAfter, stableAfter, responses],
  );
  const courses = useMemo(() => coursesBySubject(answered?.data.assessments ?? []), [answered]);
  const { days } = anchors;
  const endpoints = useMemo(() => (days === null ? null : endpointsOf(courses, days, rules)), [courses, days, rules]);
  const isNone = answered?.data.assessments.length === 0;
  return (
    <ChartsPage
      controls={
        isNone ? null : (
          <>
            <RulesMenu {...{ confirmedAfter, stableAfter }} onConfirmedAfter={setConfirmedAfter} onStableAfter={setStableAfter} />
            <AnchorMenu of={anchors} />
          </>
        )
      }
    >
      <FailedLoads of={[answer, anchors]} />
      {isNone ? (
        <NoResponses card={card} />
      ) : answered === null || endpoints === null ? (
        answer.error === null && anchors.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <>
          <AnchorNote study={study} of={anchors} />
          <EndpointChart
            {...{ card, endpoints, which, rules }}
            words={{ filter: answered.words.filter, anchor: anchors.words }}
            controls={
              <>
                <Choice size="xs" label="Endpoint" options={shown} value={which} onChange={setWhich} />
                {which !== 'rates' && which !== 'to-progression' && (
                  <Choice size="xs" label="Responses that count" options={counted} value={responses} onChange={setResponses} />
                )}
              </>
            }
          />
        </>
      )}
    </ChartsPage>
  );
}

/** A chart choice of a study that is a number of days. */
function useDays(study: string, name: string, usual: number): readonly [number, (days: number) => void] {
  const [kept, keep] = useChartChoice<string>(study, name, String(usual));
  return [
    Number(kept),
    (days) => {
      keep(String(days));
    },
  ];
}

interface ChartProps {
  readonly card: StudyCard;
  readonly endpoints: Endpoints;
  readonly which: Shown;
  readonly rules: EndpointRules;
  readonly words: EndpointWords;
  readonly controls: ReactNode;
}

interface EndpointWords {
  readonly filter: string;
  readonly anchor: string;
}

function EndpointChart({ card, endpoints, which, rules, words, controls }: ChartProps): ReactNode {
  const openRows = useOpenRows(card.study);
  const figure = useMemo(
    () => ({ ...figureOf(endpoints, which, { rules, words }), counted: doubtfulIn(endpoints) }),
    [endpoints, which, rules, words],
  );
  return (
    <div className="charts-one">
      <ChartFrame
        card={card}
        figure={figure}
        controls={controls}
        onOpen={(mark) => {
          const subjects = mark.subject === null ? subjectsOfRate(endpoints, mark) : [mark.subject];
          if (subjects.length > 0) openRows('responses', [{ column: 'subject', op: 'in', values: subjects.slice(0, mostInFilter) }]);
        }}
      />
    </div>
  );
}

function figureOf(
  endpoints: Endpoints,
  which: Shown,
  { rules, words: { filter, anchor } }: { readonly rules: EndpointRules; readonly words: EndpointWords },
): Figure {
  const omissions = omissionsOf(endpoints);
  const start = anchor === '' ? 'the reference day' : anchor;
  const said = `${filter}. ${rulesWords(rules)}`;
  switch (which) {
    case 'rates':
      return ratesFigure(endpoints, { filter, rules: rulesWords({ ...rules, confirmed: true }), omissions });
    case 'to-response': {
      const followed = followedIn(endpoints, 'toResponse');
      return survivalFigure(
        followed,
        {
          ...{ name: 'time-to-response', title: 'Time to response', event: 'response', from: start, share: 'without a response' },
          caption: `n = ${formatCountOf(followed.length, 'subject')} with a baseline assessment. ${said} Subjects without a response are censored at progression or at the last evaluable assessment.`,
          nothing: 'Nothing to draw: no subject has both a baseline assessment and a reference day.',
        },
        [...withoutDay(endpoints, 'response', ({ toResponse }) => toResponse === null), ...omissions],
      );
    }
    case 'of-response': {
      const responders = followedIn(endpoints, 'ofResponse');
      return survivalFigure(
        responders,
        {
          ...{ name: 'duration-of-response', title: 'Duration of response', event: 'progression', from: 'the first response' },
          share: 'in response',
          caption: `n = ${formatCountOf(responders.length, 'subject')} with a response. ${said} Subjects without progression are censored at the last evaluable assessment; deaths are not known.`,
          nothing: 'Nothing to draw: no subject has a countable response.',
        },
        [
          ...withoutDay(endpoints, 'response', () => true),
          ...withoutDay(endpoints, 'progression', ({ response, noDay }) => response !== null && !noDay.includes('response')),
          ...omissions,
        ],
      );
    }
    case 'to-progression': {
      const followed = followedIn(endpoints, 'toProgression');
      return survivalFigure(
        followed,
        {
          ...{ name: 'time-to-progression', title: 'Time to progression', event: 'progression', from: start },
          share: 'without progression',
          caption: `n = ${formatCountOf(followed.length, 'subject')} with a baseline assessment. ${filter}. Subjects without progression are censored at the last evaluable assessment. Deaths are not known, so this is not progression-free survival.`,
          nothing: 'Nothing to draw: no subject has both a baseline assessment and a reference day.',
        },
        [...withoutDay(endpoints, 'progression', ({ toProgression }) => toProgression === null), ...omissions],
      );
    }
  }
}

/** The subjects that have this time. */
function followedIn({ subjects }: Endpoints, which: 'toResponse' | 'ofResponse' | 'toProgression'): readonly FollowedSubject[] {
  return subjects.flatMap((one) => {
    const followed = one[which];
    return followed === null ? [] : [{ subject: one.subject, ...followed }];
  });
}

function rulesWords({ confirmed, confirmedAfter, stableAfter }: EndpointRules): string {
  const response = confirmed
    ? `A response counts if it is confirmed ${String(confirmedAfter)} days or more later`
    : 'Responses count as signed';
  return `${response}; stable disease counts from day ${String(stableAfter)} on.`;
}

/** The subjects matching `isOf` whose time has no start or end day. */
function withoutDay({ subjects }: Endpoints, noDay: NoDay, isOf: (one: SubjectEndpoints) => boolean): readonly Omission[] {
  const names = subjects.filter((one) => one.noDay.includes(noDay) && isOf(one)).map(({ subject }) => subject);
  return names.length === 0 ? [] : [omittedSubjects(noDayWords[noDay], names)];
}

function omittedSubjects(words: string, subjects: readonly string[]): Omission {
  return {
    words: `${words}: ${namesOf(subjects)}`,
    where: subjects.length > mostInFilter ? null : [{ column: 'subject', op: 'in', values: [...subjects] }],
  };
}

function omittedAssessments(words: string, keys: readonly string[]): readonly Omission[] {
  if (keys.length === 0) return [];
  return [{ words, where: keys.length > mostInFilter ? null : [{ column: 'record_id', op: 'in', values: [...keys] }] }];
}

function doubtfulIn({ repeated }: Endpoints): readonly Omission[] {
  return omittedAssessments(
    `${formatCountOf(repeated.length, 'assessment')} at the timepoint or on the day of an earlier one; all of them count`,
    repeated,
  );
}

function omissionsOf(endpoints: Endpoints): readonly Omission[] {
  const { notCounted, furtherCourses, ofFurtherCourses, nameless, beforeBaseline, undated, withoutResponse } = endpoints;
  const byReason = Map.groupBy(notCounted, ({ because }) => because);
  return [
    ...[...byReason].map(([because, of]): Omission => {
      return omittedSubjects(
        notCountedWords[because],
        of.map(({ subject }) => subject),
      );
    }),
    ...omittedAssessments(
      `${formatCountOf(furtherCourses.length, 'further course')} of their subjects: ${namesOf(furtherCourses)}`,
      ofFurtherCourses,
    ),
    ...omittedAssessments(`${formatCountOf(beforeBaseline.length, 'assessment')} with a date before the baseline`, beforeBaseline),
    ...omittedAssessments(`${formatCountOf(nameless.length, 'assessment')} with no subject named`, nameless),
    ...omittedAssessments(
      `from times, confirmation and stable disease: ${formatCountOf(undated.length, 'assessment')} without a complete, valid date`,
      undated,
    ),
    ...omittedAssessments(
      `from responses and progressions: ${formatCountOf(withoutResponse.length, 'assessment')} whose conclusion is not a RECIST 1.1 response`,
      withoutResponse,
    ),
  ];
}
