import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useCommand, type Command } from '../../ui/keys/commands.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import type { Neighbours } from './use-subject-data.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SubjectMenuItems } from '../../record/subjects/use-these-subjects.tsx';
import { AnchorMenu } from './anchor-menu.tsx';
import type { SubjectFigure } from './subject-figure.ts';
import type { AxisKind, SubjectView } from '../../data/model/subject-view.ts';
import { StripTests } from './strip-tests.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

const axes: readonly (readonly [AxisKind, string])[] = [
  ['days', 'Days'],
  ['dates', 'Dates'],
  ['visits', 'Visits'],
];

interface Props {
  readonly study: string;
  readonly subject: string;
  /** Null until the subjects are known. */
  readonly neighbours: Neighbours | null;
  /** Whether a subject filter is set. */
  readonly filtered: boolean;
  /** Null until the subject is read. */
  readonly figure: SubjectFigure | null;
  readonly view: SubjectView | null;
  readonly onView: (part: Partial<SubjectView>) => void;
  /** Stores the view. */
  readonly onKeep: () => void;
  /** Actions of the page, at the end of the header. */
  readonly children?: ReactNode;
}

/** The subject, its position among the others, and the settings of the timeline. */
export function SubjectHead({ study, subject, neighbours, filtered, figure, view, onView, onKeep, children }: Props): ReactNode {
  return (
    <header className="place-head subject-head">
      <Step
        study={study}
        to={neighbours?.previous ?? null}
        command="previous-subject"
        label="Previous subject"
        keys="Alt ←"
        none="This is the first subject."
      />
      <Step
        study={study}
        to={neighbours?.next ?? null}
        command="next-subject"
        label="Next subject"
        keys="Alt →"
        none="This is the last subject."
      />
      <h1 className="clip" title={`Subject ${subject}`}>
        Subject {subject}
      </h1>
      <span className="t3 num subject-position">{neighbours === null ? ' ' : positionWords(neighbours, filtered)}</span>
      <SubjectMenu study={study} subject={subject} />
      <kbd className="kbd subject-keys">Alt ← →</kbd>
      <span className="push" />
      {figure !== null && view !== null && <Settings study={study} figure={figure} view={view} onView={onView} onKeep={onKeep} />}
      {children}
    </header>
  );
}

/** Actions on the subject, such as the subject filter. */
function SubjectMenu({ study, subject }: Pick<Props, 'study' | 'subject'>): ReactNode {
  return (
    <Menu width={280} position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label={`Subject filter and subject ${subject}`}>
          <Glyph of={IconUsers} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <SubjectMenuItems study={study} subject={subject} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface SettingsProps extends Pick<Props, 'study' | 'onView' | 'onKeep'> {
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
}

/** Axis, day 1 and tests, for all subjects of the study. */
function Settings({ study, figure, view, onView, onKeep }: SettingsProps): ReactNode {
  const change = (part: Partial<SubjectView>): void => {
    onView(part);
    onKeep();
  };
  return (
    <>
      <span className="tiny t3 subject-axis-word" aria-hidden>
        Axis
      </span>
      <Choice
        label="Time axis"
        options={axes}
        value={view.axis}
        onChange={(axis) => {
          change({ axis });
        }}
      />
      {view.axis === 'days' && (
        <AnchorMenu
          study={study}
          anchors={figure.anchors}
          choice={view.anchor}
          onChoose={(anchor) => {
            change({ anchor });
          }}
        />
      )}
      {figure.labTests.length + figure.vitalTests.length > 0 && <StripTests figure={figure} view={view} onView={onView} onKeep={onKeep} />}
    </>
  );
}

/** For example "3 of 24 in this filter" or "3 of 64 subjects". */
function positionWords({ position, of }: Neighbours, filtered: boolean): string {
  if (!filtered) return position === null ? formatCountOf(of, 'subject') : `${formatCount(position)} of ${formatCountOf(of, 'subject')}`;
  return position === null
    ? `not among the ${formatCount(of)} in this filter`
    : `${formatCount(position)} of ${formatCount(of)} in this filter`;
}

interface StepProps {
  readonly study: string;
  readonly to: string | null;
  readonly command: Command;
  readonly label: string;
  readonly keys: string;
  /** Why it is disabled at an end of the list. */
  readonly none: string;
}

/** Button to the previous or next subject. */
function Step({ study, to, command, label, keys, none }: StepProps): ReactNode {
  const { go } = usePlace();
  const step = useCallback(() => {
    if (to !== null) go(subjectPlace(study, to));
  }, [go, study, to]);
  useCommand(command, step);
  return (
    <Tooltip label={to === null ? none : `${label} (${keys})`}>
      <ActionIcon
        aria-label={label}
        aria-disabled={to === null}
        aria-description={to === null ? none : undefined}
        data-disabled={to === null}
        onClick={step}
      >
        <Glyph of={command === 'previous-subject' ? IconChevronLeft : IconChevronRight} />
      </ActionIcon>
    </Tooltip>
  );
}
