import { Modal } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-event.ts';
import { proxyName, ProxySignInForm } from '../../ui/parts/proxy-sign-in-form.tsx';
import { showDone } from '../../ui/parts/toasts.tsx';

/** Opens when a proxy let no sync through because it wants a password; what else a proxy may want, the sync's own message says. */
export function ProxyDialog(): ReactNode {
  const [asks, setAsks] = useState<EventData<'proxy.asks'> | null>(null);
  useEvent(
    'proxy.asks',
    useCallback((asked: EventData<'proxy.asks'>) => {
      setAsks(asked.isBasic ? asked : null);
    }, []),
  );
  if (asks === null) return null;
  const close = (): void => {
    setAsks(null);
  };
  return (
    <Modal opened onClose={close} title={`Sign in to the proxy ${proxyName(asks.proxy)}`}>
      <ProxySignInForm
        asks={asks}
        onKept={() => {
          close();
          showDone({ title: 'The password of the proxy is kept', says: 'Sync again. To forget it: Settings, Connection.' });
        }}
      />
    </Modal>
  );
}
