import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import './lock-hint.css';

/** Says that the window is about to lock because nobody uses it. Any key or movement keeps it open: the button is for those who look for one. */
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
          {/* Read out once, not every second. */}
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
