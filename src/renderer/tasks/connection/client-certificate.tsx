import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { OwnCertificate } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';

/** Whom the certificate names, until when it is valid, and whether it is already stored. */
export function certificateWords(own: OwnCertificate | null): string {
  const { certificate, isKept } = own ?? { certificate: null, isKept: true };
  if (certificate === null)
    return isKept
      ? 'None. If a gateway requires one, choose its PEM file and its private key file.'
      : 'None after the connection is saved. Until then the earlier one remains.';
  const whom = `${certificate.subject}, until ${certificate.until.slice(0, 10)}.`;
  return isKept
    ? `${whom} Stored encrypted; presented only to this service.`
    : `${whom} Presented only to this service; stored when the connection is saved.`;
}

interface Props {
  /** Problem with the certificate, shown below its description. */
  readonly wrong?: ReactNode;
  /** Called after the dialog to choose a certificate, and after removing it. */
  readonly onChange?: () => void;
}

/** The client certificate that a gateway requires, with buttons to choose its files or remove it. */
export function ClientCertificate({ wrong, onChange }: Props): ReactNode {
  const { data } = useModel();
  const current = useCall('clientCertificate.current');
  const [error, setError] = useState<ErrorReport | null>(null);
  const chosen = current.data?.certificate ?? null;
  const change = (name: 'clientCertificate.choose' | 'clientCertificate.clear'): void => {
    setError(null);
    data.call(name).then(
      () => {
        current.reload();
        onChange?.();
      },
      (thrown: unknown) => {
        setError(reportOf(thrown));
      },
    );
  };
  return (
    <div className="client-certificate" role="group" aria-label="Client certificate">
      <div>
        <div className="medium">Client certificate</div>
        <div className="small t2 selectable">{certificateWords(current.data)}</div>
        {wrong}
        {error !== null && <ErrorStrip error={error} />}
      </div>
      <div className="client-certificate-actions">
        {chosen !== null && (
          <Button
            onClick={() => {
              change('clientCertificate.clear');
            }}
          >
            Remove
          </Button>
        )}
        <Button
          name="certificate"
          onClick={() => {
            change('clientCertificate.choose');
          }}
        >
          {chosen === null ? 'Choose files…' : 'Choose others…'}
        </Button>
      </div>
    </div>
  );
}
