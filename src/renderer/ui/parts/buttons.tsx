import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { usePlace, useModel } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { copyRecords } from '../../data/model/copy-records.ts';
import { Glyph } from './icon.tsx';
import { showFailure } from './toasts.tsx';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why it does nothing now; null: it does. */
  readonly reason: string | null;
  /** The reason stands at the beginning of its line, not only in its tip. */
  readonly shown?: boolean;
}

/** A button that does nothing now can still be reached, so that it tells why: to the pointer, to the keyboard and to a screen reader. */
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

/** Enter in a field presses the button of its form. */
function stay(event: MouseEvent): void {
  event.preventDefault();
}

interface SubjectLinkProps {
  readonly study: string;
  readonly subject: string;
}

/** The identifier of a subject in a table; a press opens its page, unless it ends the marking of a text. */
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
  /** Of a text that holds records of a study: the audit trail notes them. */
  readonly records?: Omit<CopiedRecords, 'meant'>;
  readonly className?: string;
  /** It is what the dialog is for. */
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
