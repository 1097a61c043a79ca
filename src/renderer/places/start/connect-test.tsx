import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { testStepNames, type TestStep } from '../../../shared/connection.ts';
import type { ErrorReport } from '../../../shared/errors.ts';
import type { ProxyAsks } from '../../../shared/proxy-asks.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { ProxySignInForm } from '../../ui/parts/proxy-sign-in-form.tsx';
import { ExtraCertificates } from '../../tasks/connection/extra-certificates.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import type { Tested } from './connect-values.ts';

type StepName = TestStep['step'];

const stepWords: Readonly<Record<StepName, { readonly title: string; readonly term: string; readonly asks: string }>> = {
  dns: { title: 'Name found', term: 'DNS', asks: 'Does the address lead to a server?' },
  tls: { title: 'Secure connection', term: 'TLS', asks: 'Can the server prove who it is?' },
  token: { title: 'Token', term: '', asks: 'Does the service accept your ids and secret?' },
  study: { title: 'Study', term: '', asks: 'May you read this study?' },
};

interface Props {
  readonly tested: Tested | null;
  readonly testing: boolean;
  readonly failure: ErrorReport | null;
}

/** The four steps of the connection test and the report for support. */
export function ConnectTest({ tested, testing, failure }: Props): ReactNode {
  const steps = tested?.result.steps ?? [];
  const asks = tested?.result.proxyAsks ?? null;
  const column = useRef<HTMLDivElement>(null);
  // In a narrow window the results are below the form and would be out of sight.
  useEffect(() => {
    if (tested !== null || failure !== null) column.current?.scrollIntoView({ block: 'nearest' });
  }, [tested, failure]);
  return (
    <section className="start-right" aria-live="polite" aria-busy={testing}>
      <div ref={column} className="start-column">
        <div className="row test-head">
          <h2>Connection test</h2>
          <span className="push small t3 num">{testing ? 'running' : whenOf(tested)}</span>
        </div>
        {failure !== null && (
          <div className="test-failure">
            <ErrorStrip error={failure} />
          </div>
        )}
        <ol className="test-steps">
          {testStepNames.map((name, index) => (
            <Step key={name} name={name} place={index} step={steps.find((step) => step.step === name) ?? null} testing={testing} />
          ))}
        </ol>
        {asks !== null && <ProxyStep key={tested?.at} asks={asks} />}
        {asks === null && steps.some(({ step, state, code }) => state === 'failed' && (step === 'tls' || code === 'TLS')) && (
          <ExtraCertificates />
        )}
        {tested !== null && <Report text={tested.result.report} />}
      </div>
    </section>
  );
}

/** Asks for proxy credentials if the proxy accepts Basic authentication; the failed step reports any other scheme. */
function ProxyStep({ asks }: { readonly asks: ProxyAsks }): ReactNode {
  const [kept, setKept] = useState(false);
  if (!asks.isBasic) return null;
  if (kept) return <p role="status">The proxy password is saved. Test again.</p>;
  return (
    <ProxySignInForm
      asks={asks}
      onStored={() => {
        setKept(true);
      }}
    />
  );
}

function whenOf(tested: Tested | null): string {
  if (tested === null) return 'not run yet';
  const took = tested.result.steps.reduce((sum, step) => sum + step.took, 0);
  return `${formatMoment(tested.at)} · ${(took / 1000).toFixed(1)} s`;
}

function Step({
  name,
  place,
  step,
  testing,
}: {
  readonly name: StepName;
  readonly place: number;
  readonly step: TestStep | null;
  readonly testing: boolean;
}): ReactNode {
  const { title, term, asks } = stepWords[name];
  const state = step?.state ?? 'open';
  return (
    <li className="test-step">
      <span className={`test-sign test-sign-${state} ${testing ? 'test-sign-busy' : ''}`}>{signOf(state, place)}</span>
      <div className="row">
        <b>
          {title}
          {term !== '' && <span className="small t3 test-term"> {term}</span>}
        </b>
        {step !== null && state !== 'skipped' && <span className="push small t3 num">{Math.round(step.took)} ms</span>}
      </div>
      <p className="small t2 selectable">{step?.says ?? asks}</p>
      {state === 'failed' && (
        <p className="small test-valid">
          <b>{validBefore(place)}</b>
        </p>
      )}
    </li>
  );
}

function signOf(state: TestStep['state'] | 'open', place: number): ReactNode {
  switch (state) {
    case 'ok':
      return (
        <>
          <Glyph of={IconCheck} size={14} />
          <span className="sr-only">passed</span>
        </>
      );
    case 'failed':
      return (
        <>
          <Glyph of={IconX} size={14} />
          <span className="sr-only">failed</span>
        </>
      );
    case 'skipped':
      return (
        <>
          <Glyph of={IconMinus} size={14} />
          <span className="sr-only">not run</span>
        </>
      );
    case 'open':
      return place + 1;
  }
}

function validBefore(place: number): string {
  if (place === 0) return 'Nothing was stored.';
  return place === 1 ? 'Step 1 stays valid; nothing was stored.' : `Steps 1 to ${String(place)} stay valid; nothing was stored.`;
}

function Report({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="card report">
      <div className="report-head">
        <span className="medium small">Report for support</span>
        <span className="small t3">no secret, no token, no data</span>
        <span className="push" />
        <CopyButton text={text} label="Copy" />
      </div>
      <pre className="mono selectable" tabIndex={0} aria-label="Report for support">
        {text}
      </pre>
    </div>
  );
}
