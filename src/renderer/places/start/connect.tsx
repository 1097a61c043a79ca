import { useRef, useState, type ReactNode } from 'react';
import type { Connection } from '../../../shared/connection.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { withoutCopy } from '../../../shared/first-copy.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ConnectForm } from './connect-form.tsx';
import { ConnectTest } from './connect-test.tsx';
import { connectionOf, emptyForm, formOf, sameForm, type Tested } from './connect-values.ts';
import type { Intention } from './finish-first-run.ts';

interface Props {
  readonly busy: boolean;
  readonly error: ErrorReport | null;
  readonly onChoose: (intention: Intention) => void;
  /** Omitted by `ConnectPlace`, because the studies place already opens site packs. */
  readonly onPack?: () => void;
  /** The existing connection, to connect again. */
  readonly before?: Connection | null;
}

/** The connection form on the left and the four steps of the test on the right. */
export function Connect({ busy, error, onChoose, onPack, before = null }: Props): ReactNode {
  const { data } = useModel();
  const [values, setValues] = useState(() => (before === null ? emptyForm : formOf(before)));
  const [testing, setTesting] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  // Counts the client certificates, which are not among the values: a test with an earlier one does not count.
  const certificates = useRef(0);
  const test = async (): Promise<void> => {
    const certificate = certificates.current;
    setTesting(true);
    setFailure(null);
    try {
      const result = await data.call('connection.test', {
        connection: connectionOf(values, before),
        secret: values.secret,
        study: values.study.trim(),
      });
      if (certificate === certificates.current) setTested({ values, at: new Date().toISOString(), result });
    } catch (thrown: unknown) {
      if (certificate === certificates.current) setFailure(withoutCopy(reportOf(thrown)));
    } finally {
      setTesting(false);
    }
  };
  const current = tested !== null && sameForm(tested.values, values) ? tested : null;
  const passed = current?.result.steps.every((step) => step.state !== 'failed') ?? false;
  const save = (): void => {
    onChoose({ kind: 'service', connection: connectionOf(values, before), secret: values.secret, study: values.study.trim() });
  };
  return (
    <main className="start-two">
      <ConnectForm
        values={values}
        onChange={setValues}
        tested={current}
        testing={testing}
        passed={passed}
        busy={busy}
        again={before !== null}
        onCertificate={() => {
          certificates.current += 1;
          setTested(null);
        }}
        onTest={() => {
          void test();
        }}
        onSave={save}
        onDemo={() => {
          onChoose({ kind: 'demo' });
        }}
        onPack={onPack}
      />
      <ConnectTest tested={current} testing={testing} failure={error ?? failure} />
    </main>
  );
}
