import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EventData } from '../../../shared/contract.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { useFocusReturn } from '../../ui/parts/use-focus-return.ts';
import { WorkProgress } from '../../ui/parts/work-progress.tsx';
import { useVerify } from './use-verify.ts';
import { VerifiedBody } from './verified-body.tsx';
import './verify.css';

/** After the last byte of a workbook that was changed its rows are compared, which takes its time. */
function progressWords(progress: EventData<'verify.progress'> | null): string {
  if (progress === null) return 'Reading';
  const { bytes, of } = progress;
  return bytes < of ? `${formatSize(bytes)} of ${formatSize(of)} read` : 'Looking at what is in it';
}

interface Props {
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** What became of one file: how far it was read, then the verdict and what it rests on. */
export function VerifyDialog({ onAnother, onClose }: Props): ReactNode {
  useFocusReturn();
  const run = useVerify();
  return (
    <Modal opened onClose={onClose} title="Verify a file" size={600} padding={0} closeOnClickOutside={run.phase !== 'looking'}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      {run.phase === 'looked' && <VerifiedBody file={run.file} currency={run.currency} onClose={onClose} />}
      {run.phase === 'looking' ? (
        <>
          <div className="dialog-body verify-looking">
            <p className="t2">The file is read and compared with the audit trail. It is not changed.</p>
            <p className="mono file-name">{run.progress?.name}</p>
          </div>
          <WorkProgress
            says={progressWords(run.progress)}
            share={run.progress === null ? 0 : run.progress.bytes / Math.max(1, run.progress.of)}
            label="Share of the file"
            cancel="Cancel"
            onCancel={onClose}
          />
        </>
      ) : (
        <div className="dialog-bar">
          <Button variant="subtle" size="md" className="quiet-start" onClick={onAnother}>
            Another file…
          </Button>
          <Button variant="filled" size="md" onClick={onClose} autoFocus>
            Done
          </Button>
        </div>
      )}
    </Modal>
  );
}
