import { useCallback, useState, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import type { EventData } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { followNewWriter, refreshStudies } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { showAttention, showDone } from '../../ui/parts/toasts.tsx';
import { studiesPlace, studyPlace } from '../../data/model/place.ts';
import { canOpen } from '../../data/model/studies-state.ts';
import { describeRun } from './sync-outcome.ts';
import { proxyName, ProxySignInForm } from '../../ui/parts/proxy-sign-in-form.tsx';

const stopped = {
  reader:
    'The part that reads the studies stopped several times in a row, so rows cannot be shown now. Mirrored data is unchanged. Lock and unlock Carrel to restart it.',
  writer:
    'The part that syncs stopped several times in a row. Mirrored data can still be read and exported. Lock and unlock Carrel to restart it.',
} as const;

/** Reports an engine that is not restarted any more, and a sync that was lost when its writer stopped. */
export function EngineToasts(): null {
  const model = useModel();
  useEvent(
    'engine.changed',
    useCallback(
      ({ host, running }: EventData<'engine.changed'>) => {
        if (!running) {
          model.sync.update((state) => (host === 'writer' ? new Map() : state));
          showAttention({ title: 'A part of Carrel stopped', says: stopped[host] });
        } else if (host === 'reader') void refreshStudies(model);
        else {
          const following = followNewWriter(model).then((lost) => {
            if (lost)
              showAttention({
                title: 'The sync stopped',
                says: 'The part of Carrel that syncs stopped and was restarted. Mirrored data is unchanged and the pages fetched so far are kept. Sync again to continue.',
              });
          });
          following.catch(() => undefined);
        }
      },
      [model],
    ),
  );
  return null;
}

/** Reports the outcome of a sync. */
export function SyncToasts(): null {
  const model = useModel();
  const { go } = usePlace();
  useEvent(
    'sync.done',
    useCallback(
      (result: EventData<'sync.done'>) => {
        const { byItself } = model.schedule.get();
        for (const notice of describeRun(result).filter(({ news }) => news || !byItself)) {
          const { title, says, good, step } = notice;
          const take = (): void => {
            if (step === null) return;
            // The study may have been wiped meanwhile.
            go(canOpen(model.studies.get().cards, step.study) ? studyPlace(step.study, step.section) : studiesPlace);
          };
          (good ? showDone : showAttention)({ title, says, ...(step === null ? {} : { step: { label: step.label, take } }) });
        }
      },
      [go, model],
    ),
  );
  return null;
}

/** Opens when a proxy blocked a sync and accepts Basic credentials. The message of the sync reports any other scheme. */
export function ProxyDialog(): ReactNode {
  const [asks, setAsks] = useState<EventData<'proxy.asks'> | null>(null);
  useEvent(
    'proxy.asks',
    useCallback((asked: EventData<'proxy.asks'>) => {
      setAsks(asked.isBasic ? asked : null);
    }, []),
  );
  if (asks === null) return null;
  const close = (): void => {
    setAsks(null);
  };
  return (
    <Modal opened onClose={close} title={`Sign in to the proxy ${proxyName(asks.proxy)}`}>
      <ProxySignInForm
        asks={asks}
        onStored={() => {
          close();
          showDone({ title: 'The proxy password is saved', says: 'Sync again. To forget it: Settings, Connection.' });
        }}
      />
    </Modal>
  );
}
