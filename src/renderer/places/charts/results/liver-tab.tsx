import { Skeleton, Button, Menu } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import type { Output, StudyCard } from '../../../../shared/contract.ts';
import { ChartFrame } from '../../../record/figures/chart-frame.tsx';
import { ChartsPage } from '../charts-page.tsx';
import { useAnswered, useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { FailedLoads } from '../../../ui/parts/states.tsx';
import { UseTheseSubjects, useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { liverFigure } from './liver-figure.ts';
import { LiverMedications } from './liver-medications.tsx';
import { NoResults } from './results-page.tsx';
import { liverCodes } from '../../../../shared/derive/liver-screening.ts';
import { usualLiverWindow, type LiverWindow } from '../../../../shared/derive/hys-law.ts';
import { useChartChoice } from '../../../data/model/chart-choices.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { windowWords } from './liver-words.ts';
import './results.css';

/** The liver screen of the subjects in the filter or, if inputs are missing, which ones. */
export function LiverTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const subjects = filter === null ? null : [...filter.subjects];
  const [window, chooseWindow] = useLiverWindow(study);
  const listed = useCall('tests.list', { study, dataset: 'labs', subjects });
  const answer = useCall('results.liver', { study, subjects, window });
  useReloadOn(generationOf(card), listed.reload);
  useReloadOn(generationOf(card), answer.reload);
  const filterWords = useFilterWords(card);
  const answered = useAnswered(answer, { filter: filterWords });
  const error = listed.error ?? answer.error;
  return (
    <ChartsPage controls={<LiverWindowMenu window={window} onChoose={chooseWindow} />}>
      <FailedLoads of={[listed, answer]} />
      {listed.data === null || answered === null ? (
        error === null && <Skeleton className="charts-loading" aria-label="Loading" />
      ) : listed.data.tests.length === 0 ? (
        <NoResults card={card} dataset="labs" isNone />
      ) : (
        <LiverScreen card={card} answer={answered.data} words={answered.words.filter} />
      )}
    </ChartsPage>
  );
}

interface LiverScreenProps {
  readonly card: StudyCard;
  readonly answer: Output<'results.liver'>;
  /** Description of the subject filter. */
  readonly words: string;
}

function LiverScreen({ card, answer: { screening, tests }, words }: LiverScreenProps): ReactNode {
  const openRows = useOpenRows(card.study);
  const figure = useMemo(
    () => liverFigure(screening, { filter: words, nothing: missingTests(tests.map(({ code }) => code)) }),
    [screening, tests, words],
  );
  const [chosenName, choose] = useChartChoice<string>(card.study, 'liver-subject', '');
  const chosen = screening.subjects.find(({ subject }) => subject === chosenName) ?? null;
  const openResults = (subject: string): void => {
    openRows('labs', [
      { column: 'subject', op: '=', values: [subject] },
      { column: 'test_code', op: 'in', values: [...liverCodes] },
    ]);
  };
  const candidates = screening.subjects.flatMap(({ subject, screen }) => (screen.quadrant === 'both' ? [subject] : []));
  return (
    <>
      <div className="charts-one">
        <UseTheseSubjects study={card.study} subjects={candidates} says="with both limits exceeded in the liver screen" named />
        <ChartFrame
          card={card}
          figure={figure}
          onOpen={({ subject }) => {
            if (subject !== null) choose(subject);
          }}
        />
      </div>
      {chosen !== null && (
        <LiverMedications
          key={chosen.subject}
          card={card}
          of={chosen}
          onResults={() => {
            openResults(chosen.subject);
          }}
          onClose={() => {
            choose('');
          }}
        />
      )}
    </>
  );
}

/** Says which inputs have no results of these subjects; null if they can be screened. */
function missingTests(codes: readonly string[]): string | null {
  const [hasTransaminase, hasBilirubin] = [codes.includes('ALT') || codes.includes('AST'), codes.includes('BILI')];
  if (hasTransaminase && hasBilirubin) return null;
  const missing = [...(hasTransaminase ? [] : ['ALT or AST']), ...(hasBilirubin ? [] : ['total bilirubin'])].join(', nor for ');
  return `These subjects have no numeric result for ${missing} (by the reviewed list of test names).`;
}

const days = [0, 7, 14, 30, 60, 90];
const directions = [
  { direction: 'either', words: 'Bilirubin before or after ALT or AST' },
  { direction: 'after', words: 'Bilirubin on or after the day of ALT or AST' },
] as const satisfies readonly { readonly direction: LiverWindow['direction']; readonly words: string }[];

/** The window of a study's liver screen, stored as chart choices. */
function useLiverWindow(study: string): readonly [LiverWindow, (window: LiverWindow) => void] {
  const [withinDays, chooseDays] = useChartChoice<string>(study, 'liver-days', String(usualLiverWindow.withinDays));
  const [direction, chooseDirection] = useChartChoice<LiverWindow['direction']>(study, 'liver-direction', usualLiverWindow.direction);
  return [
    { withinDays: Number(withinDays), direction },
    (window) => {
      chooseDays(String(window.withinDays));
      chooseDirection(window.direction);
    },
  ];
}

interface Props {
  readonly window: LiverWindow;
  readonly onChoose: (window: LiverWindow) => void;
}

/** Menu for how close in time the two limits must be reached, and in which order. */
function LiverWindowMenu({ window, onChoose }: Props): ReactNode {
  const tick = (on: boolean): ReactNode => (on ? <Glyph of={IconCheck} size={14} /> : null);
  return (
    <Menu width={330}>
      <Menu.Target>
        <Button rightSection={<Glyph of={IconChevronDown} size={14} />}>{`Both ${windowWords(window)}`}</Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Window of the liver screen">
        <Menu.Label>Both limits within</Menu.Label>
        {days.map((withinDays) => (
          <Menu.Item
            key={withinDays}
            rightSection={tick(window.withinDays === withinDays)}
            onClick={() => {
              onChoose({ ...window, withinDays });
            }}
          >
            {withinDays === 0 ? 'The same day' : `${String(withinDays)} days`}
          </Menu.Item>
        ))}
        <Menu.Label>Order</Menu.Label>
        {directions.map(({ direction, words }) => (
          <Menu.Item
            key={direction}
            rightSection={tick(window.direction === direction)}
            onClick={() => {
              onChoose({ ...window, direction });
            }}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
