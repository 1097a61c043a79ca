import { useEffect, useState } from 'react';

/** Gives the focus back to where it was; for a dialog that is drawn only while it is open. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
