import { Skeleton } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { mostInFilter } from '../../../../shared/derive/left-out.ts';
import type { Anchor } from '../../../../shared/protection-schemas.ts';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { ChartFrame } from '../../../record/figures/chart-frame.tsx';
import { UseTheseSubjects, useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { ErrorStrip, FailedLoads } from '../../../ui/parts/states.tsx';
import { ChartsPage } from '../charts-page.tsx';
import { AnchorMenu, AnchorNote, AskForAnchor, useAnchors } from './anchors.tsx';
import { gradeOfMark, gradesFigure, severeSubjects } from './grades-figure.tsx';
import { NoResults } from './results-page.tsx';
import './results.css';

/** The worst CTCAE grade of each subject after baseline, by test. */
export function GradesTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const listed = useCall('tests.list', { study, dataset: 'labs', subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), listed.reload);
  const anchors = useAnchors(card, true);
  const isEmpty = listed.data?.tests.length === 0;
  return (
    <ChartsPage controls={isEmpty ? null : <AnchorMenu of={anchors} />}>
      <FailedLoads of={[listed, anchors]} />
      {isEmpty ? (
        <NoResults card={card} dataset="labs" isNone />
      ) : listed.data === null || anchors.days === null ? (
        listed.error === null && anchors.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : anchors.anchor === null ? (
        <AskForAnchor of={anchors} />
      ) : (
        <>
          <AnchorNote study={study} of={anchors} />
          <Grades card={card} anchor={anchors.anchor} words={anchors.words} />
        </>
      )}
    </ChartsPage>
  );
}

interface GradesProps {
  readonly card: StudyCard;
  readonly anchor: Anchor;
  /** Description of the anchor. */
  readonly words: string;
}

function Grades({ card, anchor, words }: GradesProps): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const openRows = useOpenRows(study);
  const answer = useCall('results.grades', { study, subjects: filter === null ? null : [...filter.subjects], anchor });
  useReloadOn(generationOf(card), answer.reload);
  const answered = useAnswered(answer, { anchor: words, filter: useFilterWords(card) });
  const figure = useMemo(() => (answered === null ? null : gradesFigure(answered.data, answered.words)), [answered]);
  return (
    <>
      {answer.error !== null && <ErrorStrip error={answer.error} step={{ label: 'Try again', take: answer.reload }} />}
      {answered === null || figure === null ? (
        answer.error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : (
        <div className="charts-one">
          <UseTheseSubjects study={study} subjects={severeSubjects(answered.data)} says="with grade 3 or 4 after baseline" named />
          <ChartFrame
            card={card}
            figure={figure}
            onOpen={(mark) => {
              const found = gradeOfMark(answered.data, mark);
              if (found === null) return;
              openRows('labs', [
                { column: 'test_code', op: '=', values: [found.test.code] },
                { column: found.test.direction === 'low' ? 'ctcae_grade_low' : 'ctcae_grade_high', op: '=', values: [String(found.grade)] },
                { column: 'subject', op: 'in', values: found.subjects.slice(0, mostInFilter) },
              ]);
            }}
          />
        </div>
      )}
    </>
  );
}
