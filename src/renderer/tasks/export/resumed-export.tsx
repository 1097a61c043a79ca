import { Modal } from '@mantine/core';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { saySubjects } from '../../../shared/subjects-meant.ts';
import { useEvent } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention, showDone } from '../../ui/parts/toasts.tsx';
import { ExportWriting } from './export-ends.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Progress and outcome of an export that was already being written when the window was (re)loaded. */
export function ResumedExport(): ReactNode {
  const { data } = useModel();
  const [progress, setProgress] = useState<EventData<'export.progress'> | null>(null);
  useEffect(() => {
    data.call('export.running').then(setProgress, () => undefined);
  }, [data]);
  useEvent(
    'export.progress',
    useCallback((next: EventData<'export.progress'>) => {
      setProgress((before) => (before === null ? null : next));
    }, []),
  );
  const show = useCallback(() => {
    void data.call('export.show').catch(() => undefined);
  }, [data]);
  const resumed = progress !== null;
  useEvent(
    'export.done',
    useCallback(
      (done: EventData<'export.done'>) => {
        setProgress(null);
        if (resumed) tellEnd(done, show);
      },
      [resumed, show],
    ),
  );
  const cancel = (): void => {
    void data.call('export.cancel').catch(() => undefined);
  };
  if (progress === null) return null;
  return (
    <Modal
      opened
      onClose={cancel}
      title="An export is being written"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <ExportWriting rows={progress.rows} of={progress.of} onCancel={cancel} />
    </Modal>
  );
}

function tellEnd({ exported, error }: EventData<'export.done'>, show: () => void): void {
  if (exported !== null)
    showDone({
      title: 'The export is written',
      says: [
        exported.file ?? '',
        formatCountOf(exported.rows, 'row'),
        ...(exported.subjects === null ? [] : [saySubjects(exported.subjects)]),
      ].join(' · '),
      step: { label: 'Show in folder', take: show },
    });
  else if (error !== null && error.code !== 'CANCELLED') showAttention({ title: 'The export did not finish', says: error.message });
}
