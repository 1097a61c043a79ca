import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { usePlace, useModel } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { formatCount } from '../../../shared/format-count.ts';
import { Glyph } from './icon.tsx';
import { showFailure } from './toasts.tsx';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why the button is disabled; null if it is enabled. */
  readonly reason: string | null;
  /** Shows the reason at the start of the line instead of in the tooltip. */
  readonly shown?: boolean;
}

/** A disabled button that stays focusable, so that mouse, keyboard and screen reader users learn why it is disabled. */
export function ReasonButton({ reason, shown = false, onClick, ...button }: Props): ReactNode {
  const off = reason === null ? {} : { 'aria-disabled': true, 'data-disabled': true, 'aria-description': reason };
  return (
    <>
      {shown && reason !== null && (
        <span className="reason small t3" aria-hidden>
          {reason}
        </span>
      )}
      <Tooltip label={reason} disabled={reason === null || shown}>
        <Button {...button} {...off} onClick={reason === null ? onClick : stay} />
      </Tooltip>
    </>
  );
}

/** Enter in a field clicks the submit button of its form, even while that is only aria-disabled. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}

/** Below a list that is shown in part. Renders nothing once nothing is left. */
export function ShowMore({ left, onMore }: { readonly left: number; readonly onMore: () => void }): ReactNode {
  if (left <= 0) return null;
  return (
    <div className="table-more">
      <Button onClick={onMore}>Show more, {formatCount(left)} left</Button>
    </div>
  );
}

interface SubjectLinkProps {
  readonly study: string;
  readonly subject: string;
}

/** Subject identifier in a table. A click opens the subject page, unless it ends a text selection. */
export function SubjectLink({ study, subject }: SubjectLinkProps): ReactNode {
  const { go } = usePlace();
  return (
    <button
      type="button"
      className="bare-link"
      title={`Open subject ${subject}`}
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) go(subjectPlace(study, subject));
      }}
    >
      {subject}
    </button>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Set if the text contains records of a study; the copy is then recorded in the audit trail. */
  readonly records?: Omit<CopiedRecords, 'meant'>;
  readonly className?: string;
  /** For the main action of a dialog. */
  readonly emphasis?: boolean;
}

/** Copies through the main process, which clears the clipboard on lock if the text is still Carrel's. */
export function CopyButton({ text, label, records, className, emphasis = false }: CopyButtonProps): ReactNode {
  const model = useModel();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [copied]);
  const copy = (): void => {
    const copying =
      records === undefined
        ? model.data.call('clipboard.write', { text }).then(() => true)
        : copyRecords(model, text, records).then((done) => done !== null);
    copying.then(
      (done) => {
        setCopied(done);
      },
      (error: unknown) => {
        showFailure('Nothing was copied', error);
      },
    );
  };
  return (
    <Button
      size={emphasis ? 'md' : 'xs'}
      variant={emphasis ? 'filled' : 'subtle'}
      {...(className === undefined ? {} : { className })}
      onClick={copy}
      leftSection={<Glyph of={copied ? IconCheck : IconCopy} size={14} />}
    >
      {copied ? 'Copied' : label}
    </Button>
  );
}
