import { Modal } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { EventData, Output } from '../../../shared/contract.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { BytesProgress } from '../../ui/parts/states.tsx';
import { refreshApp, refreshStudies } from '../../data/model/actions.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention, showDone } from '../../ui/parts/toasts.tsx';
import { tookSay } from './pack-words.ts';
import './packs.css';

const words = {
  pack: { title: 'A site pack is being made', done: 'packed', before: 'Copying the study' },
  take: { title: 'A site pack is being imported', done: 'taken in', before: 'Opening the pack' },
} as const;

/** Progress and outcome of a site pack that was already being made or imported when the window was (re)loaded. */
export function ResumedPack(): ReactNode {
  const model = useModel();
  const { data } = model;
  const [work, setWork] = useState<Output<'pack.running'>>(null);
  const resumed = work !== null;
  useEffect(() => {
    data.call('pack.running').then(setWork, () => undefined);
  }, [data]);
  useEvent(
    'pack.progress',
    useCallback((progress: EventData<'pack.progress'>) => {
      setWork((before) => (before === null ? null : { ...before, ...progress }));
    }, []),
  );
  useEvent(
    'pack.done',
    useCallback(
      (end: EventData<'pack.done'>) => {
        setWork(null);
        if (!resumed) return;
        tellEnd(end, () => void data.call('pack.show').catch(() => undefined));
        void Promise.allSettled([refreshApp(model), refreshStudies(model)]);
      },
      [resumed, model, data],
    ),
  );
  if (work === null) return null;
  const { title, done, before } = words[work.kind];
  const cancel = (): void => {
    void data.call('pack.cancel').catch(() => undefined);
  };
  return (
    <Modal
      opened
      onClose={cancel}
      title={title}
      size={560}
      padding={0}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <BytesProgress label="Progress of the site pack" progress={work} before={before} done={done} onCancel={cancel} />
    </Modal>
  );
}

function tellEnd({ packed, taken, error }: EventData<'pack.done'>, show: () => void): void {
  if (packed !== null)
    showDone({
      title: `${packed.study} is packed`,
      says: `${packed.file ?? ''} · ${formatSize(packed.bytes)}. Send its passphrase separately from the file.`,
      step: { label: 'Show in folder', take: show },
    });
  if (taken !== null)
    showDone({ title: tookSay(taken), says: `It opens here until the end of ${formatCalendarDay(taken.expires)} (UTC).` });
  if (error !== null && error.code !== 'CANCELLED') showAttention({ title: 'The site pack was not completed', says: error.message });
}
