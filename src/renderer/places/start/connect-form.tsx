import { PasswordInput, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPackageImport, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useApp } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { AdvancedRequest } from './advanced-request.tsx';
import { testFaults } from './connect-faults.ts';
import { addressProblem, fieldProblems, otherSecretHost, type ConnectField, type ConnectValues, type Tested } from './connect-values.ts';
import { FieldError } from '../../ui/parts/states.tsx';

interface Props {
  readonly values: ConnectValues;
  readonly tested: Tested | null;
  readonly testing: boolean;
  readonly passed: boolean;
  readonly busy: boolean;
  readonly onChange: (values: ConnectValues) => void;
  /** The client certificate was changed. */
  readonly onCertificate: () => void;
  readonly onTest: () => void;
  readonly onSave: () => void;
  /** Reconnects to the service that is already set up, so the address is read-only. */
  readonly again: boolean;
  readonly onDemo: () => void;
  readonly onPack: (() => void) | undefined;
}

export function ConnectForm(props: Props): ReactNode {
  const { values, tested, testing, passed, busy, again, onTest, onSave, onDemo, onPack } = props;
  const { fallbackRuntime } = useApp();
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(false);
  const problems = fieldProblems(values);
  // A proxy that asks for credentials does not mean that the typed values are wrong.
  const faults = useMemo(
    () => (tested === null || tested.result.proxyAsks !== null ? null : testFaults(tested.result.steps, tested.values)),
    [tested],
  );
  useEffect(() => {
    focusFirst(form.current, faults);
  }, [faults]);
  const test = (): void => {
    setAsked(true);
    if (problems.size === 0) onTest();
    else focusFirst(form.current, problems);
  };
  const working = testing ? 'The connection is being tested.' : busy ? 'The copy is being set up.' : null;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (working !== null) return;
    if (passed) onSave();
    else test();
  };
  return (
    <section className="start-left">
      <form ref={form} className="start-column" noValidate onSubmit={submit}>
        <h1 className="start-title">{again ? 'Connect again' : 'Connect to your service'}</h1>
        <p className="t2 start-lead">
          {again
            ? 'The stored connection is replaced only when all four steps pass. The secret is never shown, so enter it again.'
            : `Your data provider gave you these five details. They are stored encrypted on this computer${otherSecretHost(values) === null ? ' and sent only to this address' : ''}.`}
        </p>
        {fallbackRuntime && (
          <p className="note note-warn">
            <Glyph of={IconAlertTriangle} />
            <span>
              This copy of Carrel runs on the fallback runtime, which is for synthetic data only: it can test a connection to a service on
              this computer but mirrors only the demo studies.
            </span>
          </p>
        )}
        <ConnectFields {...props} problems={faults?.size ? faults : asked ? problems : noProblems} />
        <div className="row start-actions">
          <ReasonButton
            size="md"
            type={passed ? 'button' : 'submit'}
            variant={passed ? 'default' : 'filled'}
            onClick={passed ? test : undefined}
            reason={working}
          >
            {testing ? 'Testing' : tested === null ? 'Test' : 'Test again'}
          </ReasonButton>
          <ReasonButton
            size="md"
            type={passed ? 'submit' : 'button'}
            variant={passed ? 'filled' : 'default'}
            reason={working ?? (passed ? null : 'Available when all four steps pass.')}
          >
            Save and sync
          </ReasonButton>
          {!passed && <span className="small t3">Available when all four steps pass</span>}
        </div>
        {!again && (
          <div className="start-demo">
            <div>
              <div className="medium">No credentials yet?</div>
              <p className="small t2">Synthetic studies from a built-in service, using the same steps.</p>
            </div>
            <ReasonButton onClick={onDemo} reason={working} leftSection={<Glyph of={IconPlayerPlay} size={14} />}>
              Try it with demo studies
            </ReasonButton>
          </div>
        )}
        {onPack !== undefined && (
          <div className="start-demo start-pack">
            <div>
              <div className="medium">Received a site pack?</div>
              <p className="small t2">A site pack from another laptop opens offline and without credentials.</p>
            </div>
            <ReasonButton onClick={onPack} reason={working} leftSection={<Glyph of={IconPackageImport} size={14} />}>
              Open a site pack…
            </ReasonButton>
          </div>
        )}
      </form>
    </section>
  );
}

type Problems = ReadonlyMap<ConnectField, string>;

const noProblems: Problems = new Map();

/** Focuses the first field with a problem, if there is one. */
function focusFirst(form: HTMLFormElement | null, problems: Problems | null): void {
  const [wrong] = problems?.keys() ?? [];
  if (wrong !== undefined) form?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
}

interface FieldsProps extends Pick<Props, 'values' | 'onChange' | 'onCertificate' | 'again'> {
  /** Problems of the typed values after the first click on Test, or those that the test found. */
  readonly problems: Problems;
}

function ConnectFields({ values, onChange, onCertificate, again, problems }: FieldsProps): ReactNode {
  const set = (field: keyof ConnectValues) => (event: { currentTarget: { value: string } }) => {
    onChange({ ...values, [field]: event.currentTarget.value });
  };
  const wrong = (field: ConnectField): ReactNode => {
    const says = problems.get(field) ?? (field === 'baseUrl' ? addressProblem(values.baseUrl) : null);
    return says === null ? null : <FieldError says={says} />;
  };
  const plain = { size: 'md', autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextInput
        {...plain}
        label="Service address"
        placeholder="https://"
        value={values.baseUrl}
        onChange={set('baseUrl')}
        name="baseUrl"
        error={wrong('baseUrl')}
        readOnly={again}
        description={again ? 'Another service needs its own data folder.' : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus={!again || undefined}
      />
      <div className="start-pair">
        <TextInput
          {...plain}
          label="Partner id"
          name="partnerId"
          error={wrong('partnerId')}
          value={values.partnerId}
          onChange={set('partnerId')}
        />
        <TextInput
          {...plain}
          label="Client id"
          name="clientId"
          error={wrong('clientId')}
          value={values.clientId}
          onChange={set('clientId')}
        />
      </div>
      <PasswordInput
        {...plain}
        label="Client secret"
        name="secret"
        error={wrong('secret')}
        aria-invalid={problems.has('secret') || undefined}
        value={values.secret}
        onChange={set('secret')}
        description="Never shown in reports, logs or exports."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput {...plain} label="Study number" name="study" value={values.study} onChange={set('study')} error={wrong('study')} />
      <AdvancedRequest values={values} problems={problems} onChange={onChange} onCertificate={onCertificate} />
    </>
  );
}
