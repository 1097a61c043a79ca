import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Certificate } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { PassphraseButton } from '../../ui/parts/dialogs.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { SettingsLine } from '../../ui/parts/setting-parts.tsx';

/** Certificates trusted in addition to the system's, for a network or service with its own root certificate. */
export function ExtraCertificates(): ReactNode {
  const { data } = useModel();
  const listed = useCall('certificates.list');
  const [error, setError] = useState<ErrorReport | null>(null);
  const certificates = listed.data ?? [];
  const choose = async (passphrase: string | null): Promise<void> => {
    setError(null);
    await data.call('certificates.choose', { passphrase });
    listed.reload();
  };
  const fail = (thrown: unknown): void => {
    setError(reportOf(thrown));
  };
  return (
    <SettingsLine
      title="Extra certificates"
      says={
        <>
          {saysOf(certificates)}
          {error !== null && <ErrorStrip error={error} />}
        </>
      }
    >
      {certificates.length > 0 && (
        <Button
          variant="default"
          onClick={() => {
            setError(null);
            data.call('certificates.clear').then(listed.reload, fail);
          }}
        >
          Remove
        </Button>
      )}
      <PassphraseButton does="Choose a PEM file…" title="Trust another certificate" act={choose} onFailure={fail}>
        <p className="t2">
          Whoever holds the key of a trusted certificate can pose as the service and receive the client secret. The change is recorded in
          the audit trail.
        </p>
      </PassphraseButton>
    </SettingsLine>
  );
}

function saysOf(certificates: readonly Certificate[]): string {
  if (certificates.length === 0)
    return 'The certificates of this computer are trusted. A network with its own root certificate may need another.';
  return certificates.map(({ subject, until }) => `${subject}, until ${until.slice(0, 10)}`).join('; ');
}
