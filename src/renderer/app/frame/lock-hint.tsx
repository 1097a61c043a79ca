import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import './lock-hint.css';

/** Announces that the idle window is about to lock. Any key or movement prevents that; the button is for those who look for one. */
export function LockHint(): ReactNode {
  const [seconds, setSeconds] = useState<number | null>(null);
  useEvent(
    'lock.soon',
    useCallback((due: EventData<'lock.soon'>) => {
      setSeconds(due.seconds);
    }, []),
  );
  return (
    <div role="status" className="lock-hint-place">
      {seconds !== null && (
        <div className="lock-hint">
          <Glyph of={IconLock} />
          <span className="medium">Carrel is idle and about to lock</span>
          {/* Hidden from screen readers, which would announce it every second. */}
          <span className="small t2 num" aria-hidden>
            in {seconds} s
          </span>
          <Button
            onClick={() => {
              setSeconds(null);
            }}
          >
            Stay unlocked
          </Button>
        </div>
      )}
    </div>
  );
}
