import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp, usePlace } from '../../data/model/model-context.ts';
import { connectPlace } from '../../data/model/place.ts';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { AdvancedConnection } from './advanced-connection.tsx';
import { ExtraCertificates } from '../../tasks/connection/extra-certificates.tsx';
import { ProxySignIns } from './proxy-sign-ins.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';

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
