import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';

interface Props {
  /** What speaks against it, beside what is said of it. */
  readonly wrong?: ReactNode;
  /** After another one was chosen, or it was taken away. */
  readonly onChange?: () => void;
}

/** The certificate that a gateway wants to see: whom it names, and the dialogs that choose its files. */
export function ClientCertificate({ wrong, onChange }: Props): ReactNode {
  const { data } = useModel();
  const current = useCall('clientCertificate.current');
  const [error, setError] = useState<ErrorReport | null>(null);
  const chosen = current.data ?? null;
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
        <div className="small t2 selectable">
          {chosen === null
            ? 'None. Where a gateway asks for one, choose its PEM file, and that of its private key.'
            : `${chosen.subject}, until ${chosen.until.slice(0, 10)}. Kept encrypted; shown to this service only.`}
        </div>
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
            Take away
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
