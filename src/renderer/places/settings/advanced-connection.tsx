import { useState, type ReactNode } from 'react';
import { usualScope, type Connection } from '../../../shared/connection.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Disclosure } from '../../tasks/connection/disclosure.tsx';
import { tokenStyleWords } from '../../tasks/connection/token-words.ts';
import { certificateWords } from '../../tasks/connection/client-certificate.tsx';

/** Read-only view of token request, pinned keys and client certificate. */
export function AdvancedConnection({ connection }: { readonly connection: Connection }): ReactNode {
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
