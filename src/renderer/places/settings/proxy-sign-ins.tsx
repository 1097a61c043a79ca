import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { proxyName } from '../../ui/parts/proxy-sign-in-form.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { SettingsLine } from '../../ui/parts/setting-parts.tsx';

/** Lists the proxies with stored credentials, each with a button to forget them. */
export function ProxySignIns(): ReactNode {
  const { data } = useModel();
  const listed = useCall('proxy.list');
  const [error, setError] = useState<ErrorReport | null>(null);
  const kept = listed.data ?? [];
  const forget = (proxy: string): void => {
    setError(null);
    data.call('proxy.forget', { proxy }).then(listed.reload, (thrown: unknown) => {
      setError(reportOf(thrown));
    });
  };
  return (
    <>
      <SettingsLine
        title="Proxy"
        says={
          <>
            The settings of this computer or its proxy script name it.
            {kept.length === 0 && ' No proxy password is stored; Carrel asks for one when a proxy requires it.'}
            {error !== null && <ErrorStrip error={error} />}
          </>
        }
      />
      {kept.map(({ proxy, user }) => (
        <SettingsLine key={proxy} title={`Password of the proxy ${proxyName(proxy)}`} says={`Stored encrypted for the user ${user}.`}>
          <Button
            variant="default"
            aria-label={`Forget the password of the proxy ${proxyName(proxy)}`}
            onClick={() => {
              forget(proxy);
            }}
          >
            Forget
          </Button>
        </SettingsLine>
      ))}
    </>
  );
}
