import { useCallback, useState, type ReactNode } from 'react';
import { useCommand } from '../../ui/keys/commands.tsx';
import { ReadinessDialog } from '../../tasks/offline/readiness-dialog.tsx';
import { OpenPackDialog } from '../../tasks/packs/open-pack-dialog.tsx';

/** What can be opened over any place: a site pack from another laptop, and the check before a journey. */
export function OfflineDialogs(): ReactNode {
  const [opened, setOpened] = useState<'pack' | 'readiness' | null>(null);
  const openPack = useCallback(() => {
    setOpened('pack');
  }, []);
  const check = useCallback(() => {
    setOpened('readiness');
  }, []);
  useCommand('open-pack', openPack);
  useCommand('readiness', check);
  const close = (): void => {
    setOpened(null);
  };
  if (opened === 'pack') return <OpenPackDialog onClose={close} />;
  return opened === 'readiness' ? <ReadinessDialog onClose={close} /> : null;
}
