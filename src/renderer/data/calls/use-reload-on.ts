import { useEffect, useRef } from 'react';

/** Asks again when the value changes; not for the first one, which was asked for anyway. */
export function useReloadOn(value: number, reload: () => void): void {
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    reload();
  }, [value, reload]);
}
