import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApp, useModel, usePlace } from '../../data/model/model-context.ts';
import { connectPlace } from '../../data/model/place.ts';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { ExtraCertificates } from '../../tasks/connection/extra-certificates.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { usualScope, type Connection } from '../../../shared/connection.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Disclosure, tokenStyleWords } from '../../tasks/connection/advanced-parts.tsx';
import { certificateWords } from '../../tasks/connection/client-certificate.tsx';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { proxyName } from '../../ui/parts/proxy-sign-in-form.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';

export function ConnectionSettings(): ReactNode {
  const { connection } = useApp();
  const { go } = usePlace();
  if (connection === null)
    return (
      <>
        <SettingsHead title="Connection" says="No service is set up. The studies here came from site packs, which need no service." />
        <SettingsGroup title="Partner service">
          <SettingsLine title="Connect to a service" says="Then the studies can be synced; once fully proven, they no longer expire.">
            <Button
              onClick={() => {
                go(connectPlace);
              }}
            >
              Connect
            </Button>
          </SettingsLine>
        </SettingsGroup>
      </>
    );
  // The built-in demo service uses neither TLS nor a gateway.
  const isBuiltIn = connection.demo && connection.baseUrl.startsWith('http:');
  return (
    <>
      <SettingsHead title="Connection" says="The service that studies are mirrored from. Its secret is stored encrypted and never shown." />
      <SettingsGroup title={connection.demo ? 'Built-in demo service' : 'Partner service'}>
        <SettingsLine title="Service address" says={<span className="mono selectable">{connection.baseUrl}</span>}>
          {connection.demo && <DemoBadge />}
        </SettingsLine>
        <SettingsLine title="Partner id" says={<span className="mono selectable">{connection.partnerId}</span>} />
        <SettingsLine title="Client id" says={<span className="mono selectable">{connection.clientId}</span>} />
        <SettingsLine
          title="Client secret"
          says={`Stored encrypted on this computer; sent only to ${connection.tokenUrl === undefined ? 'this address' : 'the token address'}.`}
        />
        {!isBuiltIn && (
          <SettingsLine title="Connect again" says="To change the secret or the gateway settings.">
            <Button
              onClick={() => {
                go(connectPlace);
              }}
            >
              Connect again…
            </Button>
          </SettingsLine>
        )}
      </SettingsGroup>
      {!isBuiltIn && <AdvancedConnection connection={connection} />}
      {connection.baseUrl.startsWith('https:') && (
        <SettingsGroup title="Network route to the service">
          <ExtraCertificates />
          <ProxySignIns />
        </SettingsGroup>
      )}
      <p className="small t3 settings-after">
        To connect to another service, start Carrel with another data folder. Records from different services are never mixed.
      </p>
    </>
  );
}

/** Read-only view of token request, pinned keys and client certificate. */
function AdvancedConnection({ connection }: { readonly connection: Connection }): ReactNode {
  const [open, setOpen] = useState(false);
  const certificate = useCall('clientCertificate.current');
  const { tokenStyle, scope = usualScope, audience, tokenUrl, pins = [] } = connection;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Token request', tokenStyleWords[tokenStyle]],
    ['Scope', scope === '' ? 'none' : scope],
    ['Audience', audience ?? 'none'],
    ['Token address', tokenUrl ?? 'at the service itself'],
    ['Pinned public keys', pins.length === 0 ? 'none' : pins.join(', ')],
    ['Client certificate', (certificate.data?.certificate ?? null) === null ? 'none' : certificateWords(certificate.data)],
  ];
  return (
    <div className="settings-group">
      <Disclosure
        title="Advanced"
        says="Token request, pinned keys, client certificate"
        open={open}
        onToggle={() => {
          setOpen(!open);
        }}
      >
        <dl className="advanced-facts">
          {facts.map(([title, says]) => (
            <div key={title}>
              <dt className="medium">{title}</dt>
              <dd className="small t2 selectable">{says}</dd>
            </div>
          ))}
        </dl>
        <p className="small t3">To change any of these, connect again.</p>
      </Disclosure>
    </div>
  );
}

/** Lists the proxies with stored credentials, each with a button to forget them. */
function ProxySignIns(): ReactNode {
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
