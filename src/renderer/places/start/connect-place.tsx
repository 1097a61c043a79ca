import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { useApp, useModel, usePlace } from '../../data/model/model-context.ts';
import { studiesPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Connect } from './connect.tsx';
import '../../ui/parts/settings.css';
import { finishFirstRun, type Intention } from './finish-first-run.ts';
import './start.css';

/**
 * Connects a data folder that has only studies from site packs, which become normal mirrors once they are synced, or reconnects one to
 * its service.
 */
export function ConnectPlace(): ReactNode {
  const model = useModel();
  const { connection } = useApp();
  const { go } = usePlace();
  // Saving changes the connection, so the one at mount is kept.
  const [before] = useState(connection);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorReport | null>(null);
  const { data } = model;
  // Leaving without saving discards a newly chosen client certificate.
  useEffect(() => () => void data.call('clientCertificate.forget').catch(() => undefined), [data]);
  const connect = async (intention: Intention): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await finishFirstRun(model, intention, { passphrase: null, keyStore: false });
      go(studiesPlace);
    } catch (thrown: unknown) {
      setError(reportOf(thrown));
      setBusy(false);
    }
  };
  return (
    <div className="start-frame">
      <TopBar>
        <Button
          variant="subtle"
          className="settings-back"
          onClick={() => {
            go(studiesPlace);
          }}
          leftSection={<Glyph of={IconChevronLeft} size={14} />}
        >
          Back to studies
        </Button>
        <div className="top-bar-space" />
      </TopBar>
      <Connect
        busy={busy}
        error={error}
        before={before}
        onChoose={(intention) => {
          void connect(intention);
        }}
      />
    </div>
  );
}
