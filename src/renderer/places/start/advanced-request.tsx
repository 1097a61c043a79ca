import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { usualScope } from '../../../shared/connection.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ClientCertificate } from '../../tasks/connection/client-certificate.tsx';
import { Disclosure, tokenStyleTitles } from '../../tasks/connection/advanced-parts.tsx';
import { advancedFields, advancedProblems, noScope, otherSecretHost, type ConnectField, type ConnectValues } from './connect-values.ts';
import { FieldError } from '../../ui/parts/states.tsx';

interface Props {
  readonly values: ConnectValues;
  readonly problems: ReadonlyMap<ConnectField, string>;
  readonly onChange: (values: ConnectValues) => void;
  readonly onCertificate: () => void;
}

/** Token request and keys for a service behind a gateway. Collapsed, with the defaults of the interface, for everybody else. */
export function AdvancedRequest({ values, problems, onChange, onCertificate }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const typed = advancedProblems(values);
  const isWrong = advancedFields.some((field) => problems.has(field) || (field !== 'certificate' && typed.has(field)));
  // Opens on a problem and stays open while it is corrected.
  if (isWrong && !open) setOpen(true);
  const host = otherSecretHost(values);
  const field = (name: 'scope' | 'audience' | 'tokenUrl' | 'pins', label: string, placeholder: string, description: string): ReactNode => {
    const says = problems.get(name) ?? typed.get(name);
    return (
      <TextInput
        {...{ size: 'md', autoComplete: 'off', spellCheck: false, label, placeholder, description, name }}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values[name]}
        error={says === undefined ? null : <FieldError says={says} />}
        onChange={(event) => {
          onChange({ ...values, [name]: event.currentTarget.value });
        }}
      />
    );
  };
  const certificate = problems.get('certificate');
  return (
    <Disclosure
      title="Advanced"
      says={changedWords(values)}
      open={open}
      onToggle={() => {
        setOpen(!open);
      }}
    >
      <p className="small t2">For a gateway in front of the service. Change only what your provider specifies.</p>
      <div className="advanced-choice">
        <span className="medium">Client authentication</span>
        <Choice
          label="Client authentication"
          options={tokenStyleTitles}
          value={values.tokenStyle}
          onChange={(tokenStyle) => {
            onChange({ ...values, tokenStyle });
          }}
        />
      </div>
      {values.tokenStyle === 'query' && (
        <p className="small t3">An address is more likely to be logged in transit than a body or a header.</p>
      )}
      <div className="start-pair">
        {field('scope', 'Scope', usualScope, `Empty: ${usualScope}. “${noScope}”: no scope.`)}
        {field('audience', 'Audience', '', 'Empty: none.')}
      </div>
      {field('tokenUrl', 'Token address', 'https://', 'Empty: at the service itself.')}
      {host !== null && typed.get('tokenUrl') === undefined && (
        <p className="note note-warn advanced-note" role="status">
          <Glyph of={IconSend} />
          <span>
            The client id and secret are sent to <b className="selectable">{host}</b>, not to the service address.
          </span>
        </p>
      )}
      {field(
        'pins',
        'Pinned public keys',
        'sha256/…',
        'Empty: any key with a trusted certificate. Otherwise the service, and the host of its tokens, must prove one of these keys; include their next keys too.',
      )}
      <ClientCertificate
        onChange={onCertificate}
        wrong={
          certificate === undefined ? null : (
            <div className="small advanced-wrong">
              <Glyph of={IconAlertTriangle} size={14} /> {certificate}
            </div>
          )
        }
      />
    </Disclosure>
  );
}

/** Names the values that differ from the interface's defaults, because they are hidden while the part is collapsed. */
function changedWords({ tokenStyle, scope, audience, tokenUrl, pins }: ConnectValues): string {
  const changed = [
    ...(tokenStyle === 'body' ? [] : ['client authentication']),
    ...(scope.trim() === '' ? [] : ['scope']),
    ...(audience.trim() === '' ? [] : ['audience']),
    ...(tokenUrl.trim() === '' ? [] : ['token address']),
    ...(pins.trim() === '' ? [] : ['pinned keys']),
  ];
  return changed.length === 0 ? 'Token request, pinned keys, client certificate' : `Changed: ${changed.join(', ')}`;
}
