import { useCallback, useState, type ReactNode } from 'react';
import { useCommand } from '../../ui/keys/commands.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

/** Verifies a file over any place: one that a dialog of the system names, or one that was dropped on the window. */
export function VerifyDialogs(): ReactNode {
  const { data } = useModel();
  const [looked, setLooked] = useState(0);
  const [opened, setOpened] = useState(false);
  const look = useCallback(() => {
    setLooked((before) => before + 1);
    setOpened(true);
  }, []);
  const choose = useCallback(() => {
    data.call('verify.choose').then(
      (name) => {
        if (name !== null) look();
      },
      (error: unknown) => {
        showFailure('No file could be chosen', error);
      },
    );
  }, [data, look]);
  useCommand('verify', choose);
  useCommand('verify-dropped', look);
  if (!opened) return null;
  return (
    <VerifyDialog
      key={looked}
      onAnother={choose}
      onClose={() => {
        setOpened(false);
      }}
    />
  );
}
