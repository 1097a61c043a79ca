import { useEffect } from 'react';
import { isTyping } from '../../ui/keys/is-typing.ts';

/** What closes before the record beneath it. */
const over = '[role=dialog], [role=menu]';

/** Escape closes a record from wherever the focus is, unless it was answered there, is typed, or something lies over the record. */
export function useCloseOnEscape(onClose: () => void): void {
  useEffect(() => {
    let isOverlaid = false;
    // Asked before anything hears the key: what lies over the record may be gone after.
    const look = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') isOverlaid = document.querySelector(over) !== null;
    };
    const hear = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid && !isTyping(event.target)) onClose();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', hear);
    };
  }, [onClose]);
}
