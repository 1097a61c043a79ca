import { Button, Tooltip, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';

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
