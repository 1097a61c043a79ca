import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../shared/errors.ts';
import { formatSize } from '../format/numbers.ts';
import { CopyButton } from './buttons.tsx';
import { Glyph } from './icon.tsx';
import type { LoadState } from '../../data/calls/use-call.ts';

interface Step {
  readonly label: string;
  readonly take: () => void;
}

/** Nothing to show: one sentence and one next step. */
export function Empty({
  icon,
  title,
  says,
  step,
}: {
  readonly icon: Icon;
  readonly title: string;
  readonly says?: string;
  readonly step?: Step;
}): ReactNode {
  return (
    <div className="empty" role="status">
      <Glyph of={icon} size={20} />
      <div className="medium">{title}</div>
      {says !== undefined && <p className="small t2">{says}</p>}
      {step !== undefined && (
        <Button className="empty-step" onClick={step.take}>
          {step.label}
        </Button>
      )}
    </div>
  );
}

/** Something failed: what happened, what is still valid, what to do; what was shown stays beneath. */
export function ErrorStrip({ error, step }: { readonly error: ErrorReport; readonly step?: Step }): ReactNode {
  return (
    <div className="strip" role="alert">
      <Glyph of={IconAlertTriangle} />
      <div className="strip-words">
        <p className="selectable">{error.message}</p>
        <div className="strip-steps">
          {step !== undefined && (
            <Button size="xs" onClick={step.take}>
              {step.label}
            </Button>
          )}
          <CopyButton
            text={`${error.category}: ${error.message}`}
            label="Copy report"
            {...(step === undefined ? { className: 'quiet-start' } : {})}
          />
        </div>
      </div>
    </div>
  );
}

/** Why what a dialog was asked to do did not happen; nothing where nothing went wrong. */
export function ProblemNote({ problem }: { readonly problem: string | null }): ReactNode {
  if (problem === null) return null;
  return (
    <p className="note note-warn" role="alert">
      <Glyph of={IconAlertTriangle} />
      <span>{problem}</span>
    </p>
  );
}

interface Props {
  /** All that a view is made of. */
  readonly of: readonly Pick<LoadState<unknown>, 'error' | 'reload'>[];
}

/** The first failure among what a view is made of, with the step that reads all of it again; nothing where none failed. */
export function FailedLoads({ of }: Props): ReactNode {
  const error = of.find((load) => load.error !== null)?.error ?? null;
  if (error === null) return null;
  const take = (): void => {
    for (const { reload } of of) reload();
  };
  return <ErrorStrip error={error} step={{ label: 'Try again', take }} />;
}

interface WorkProgressProps {
  /** How far it is, in the work's own terms. */
  readonly says: string;
  /** 0 to 1. */
  readonly share: number;
  /** What the share is of, read aloud. */
  readonly label: string;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** The bar of a dialog while a file is worked on: how far that is, and the way to stop it. */
export function WorkProgress({ says, share, label, cancel, onCancel }: WorkProgressProps): ReactNode {
  return (
    <div className="dialog-bar">
      <div className="dialog-progress">
        <span className="small t2 num" aria-live="off">
          {says}
        </span>
        <Progress value={share * 100} aria-label={label} />
      </div>
      <Button size="md" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}

interface BytesProgressProps {
  /** Null until something is known of it. */
  readonly progress: { readonly bytes: number; readonly of: number } | null;
  /** What is being done before any byte is counted. */
  readonly before: string;
  /** "packed", "written", "read". */
  readonly done: string;
  /** What the share is of, read aloud. */
  readonly label: string;
  readonly onCancel: () => void;
}

/** How far the work on a file is in bytes, and the way to stop it. */
export function BytesProgress({ progress, before, done, label, onCancel }: BytesProgressProps): ReactNode {
  const counted = progress !== null && progress.of > 0;
  return (
    <WorkProgress
      says={counted ? `${formatSize(progress.bytes)} of ${formatSize(progress.of)} ${done}` : before}
      share={counted ? progress.bytes / progress.of : 0}
      label={label}
      cancel="Cancel"
      onCancel={onCancel}
    />
  );
}
