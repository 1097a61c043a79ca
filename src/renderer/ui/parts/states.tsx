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

/** Empty state: what is missing and a next step. */
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

/** Error message with an optional next step, above content that stays visible. */
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
            text={`${error.code}: ${error.message}`}
            label="Copy report"
            {...(step === undefined ? { className: 'quiet-start' } : {})}
          />
        </div>
      </div>
    </div>
  );
}

/** Why an action in a dialog failed; renders nothing without a problem. */
export function ProblemNote({ problem }: { readonly problem: string | null }): ReactNode {
  if (problem === null) return null;
  return (
    <p className="note note-warn" role="alert">
      <Glyph of={IconAlertTriangle} />
      <span>{problem}</span>
    </p>
  );
}

/** Error message below a field. */
export function FieldError({ says }: { readonly says: string }): ReactNode {
  return (
    <>
      <Glyph of={IconAlertTriangle} size={14} />
      {says}
    </>
  );
}

interface Props {
  /** All loads that a view depends on. */
  readonly of: readonly Pick<LoadState<unknown>, 'error' | 'reload'>[];
}

/** Shows the first error of these loads, with a button that reloads all of them; renders nothing if none failed. */
export function FailedLoads({ of }: Props): ReactNode {
  const error = of.find((load) => load.error !== null)?.error ?? null;
  if (error === null) return null;
  const take = (): void => {
    for (const { reload } of of) reload();
  };
  return <ErrorStrip error={error} step={{ label: 'Try again', take }} />;
}

interface WorkProgressProps {
  /** Progress in words. */
  readonly says: string;
  /** 0 to 1. */
  readonly share: number;
  /** Accessible name of the progress bar. */
  readonly label: string;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** Footer of a dialog while a file is processed: progress and a cancel button. */
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
  /** Null until known. */
  readonly progress: { readonly bytes: number; readonly of: number } | null;
  /** Shown before any bytes are counted. */
  readonly before: string;
  /** "packed", "written", "read". */
  readonly done: string;
  /** Accessible name of the progress bar. */
  readonly label: string;
  readonly onCancel: () => void;
}

/** `WorkProgress` counted in bytes. */
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
