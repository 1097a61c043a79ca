import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Certificate } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { SettingsLine } from '../../ui/parts/setting-parts.tsx';

/** Certificates trusted in addition to the system's, for a network or service with its own root certificate. */
export function ExtraCertificates(): ReactNode {
  const { data } = useModel();
  const listed = useCall('certificates.list');
  const [error, setError] = useState<ErrorReport | null>(null);
  const certificates = listed.data ?? [];
  const change = (name: 'certificates.choose' | 'certificates.clear'): void => {
    setError(null);
    data.call(name).then(listed.reload, (thrown: unknown) => {
      setError(reportOf(thrown));
    });
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
            change('certificates.clear');
          }}
        >
          Remove
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          change('certificates.choose');
        }}
      >
        Choose a PEM file…
      </Button>
    </SettingsLine>
  );
}

function saysOf(certificates: readonly Certificate[]): string {
  if (certificates.length === 0)
    return 'The certificates of this computer are trusted. A network with its own root certificate may need another.';
  return certificates.map(({ subject, until }) => `${subject}, until ${until.slice(0, 10)}`).join('; ');
}
