import { Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { mostInFilter } from '../../../../shared/derive/left-out.ts';
import { isWorse, type Shifts as ShiftsData } from '../../../../shared/derive/shifts.ts';
import type { NamedTest } from '../../../../shared/derive/other-names.ts';
import { ChartFrame } from '../../../record/figures/chart-frame.tsx';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { UseTheseSubjects, useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { AskForAnchor, useAnchors } from './anchors.tsx';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { ErrorStrip } from '../../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { drawableTests, storedTests, usualTests } from './chart-tests.tsx';
import { shiftFigure, subjectsOfMark } from './shift-figure.tsx';
import type { Anchor } from '../../../../shared/protection-schemas.ts';
import { ResultsPage } from './results-page.tsx';
import './results.css';

/** Shifts of one lab test from baseline. Asks for the anchor if there is no default. */
export function ShiftTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const listed = useCall('tests.list', { study, dataset: 'labs', subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), listed.reload);
  const anchors = useAnchors(card, true);
  const [kept, keep] = useChartChoice<string>(study, 'test-shifts', '');
  const tests = useMemo(() => drawableTests(listed.data?.tests ?? []), [listed.data]);
  const chosen = useMemo(() => (storedTests(kept, tests) ?? usualTests('labs', tests)).slice(0, 1), [kept, tests]);
  return (
    <ResultsPage
      {...{ card, listed, tests, anchors, chosen }}
      dataset="labs"
      most={1}
      onChoose={([test]) => {
        keep(test ?? '');
      }}
    >
      {anchors.anchor === null ? (
        <AskForAnchor of={anchors} />
      ) : (
        <Shifts card={card} tests={tests} chosen={chosen[0] ?? ''} anchor={anchors.anchor} words={anchors.words} />
      )}
    </ResultsPage>
  );
}

interface ShiftsProps {
  readonly card: StudyCard;
  readonly tests: readonly NamedTest[];
  readonly chosen: string;
  readonly anchor: Anchor;
  /** Description of the anchor. */
  readonly words: string;
}

function Shifts({ card, tests, chosen, anchor, words }: ShiftsProps): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const openRows = useOpenRows(study);
  const answer = useCall('results.shifts', { study, test: chosen, subjects: filter === null ? null : [...filter.subjects], anchor });
  useReloadOn(generationOf(card), answer.reload);
  const filterWords = useFilterWords(card);
  const answered = useAnswered(answer, { anchor: words, filter: filterWords });
  const shifts = answered?.data.shifts ?? null;
  const figure = useMemo(
    () => (answered === null ? null : shiftFigure(answered.data.shifts, { ...answered.words, tests })),
    [answered, tests],
  );
  return (
    <>
      {answer.error !== null && <ErrorStrip error={answer.error} step={{ label: 'Try again', take: answer.reload }} />}
      {shifts === null || figure === null ? (
        answer.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <div className="charts-one">
          <UseTheseSubjects study={study} subjects={worseSubjects(shifts)} says={`with a shift out of range for ${shifts.test}`} named />
          <ChartFrame
            card={card}
            figure={figure}
            onOpen={(mark) => {
              const subjects = mark.subject === null ? subjectsOfMark(shifts, mark) : [mark.subject];
              if (subjects.length === 0) return;
              openRows('labs', [
                { column: 'test', op: '=', values: [shifts.test] },
                { column: 'subject', op: 'in', values: subjects.slice(0, mostInFilter) },
              ]);
            }}
          />
        </div>
      )}
    </>
  );
}

/** The subjects whose worst category after baseline is further out than at baseline, in either direction. */
function worseSubjects({ subjects }: ShiftsData): readonly string[] {
  return subjects.flatMap(({ subject, baseline, worst }) =>
    isWorse('low', baseline, worst.low) || isWorse('high', baseline, worst.high) ? [subject] : [],
  );
}
