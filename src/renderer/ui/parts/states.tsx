import { Button } from '@mantine/core';
import { IconAlertTriangle, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../shared/errors.ts';
import { CopyButton } from './copy-button.tsx';
import { Glyph } from './icon.tsx';

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
