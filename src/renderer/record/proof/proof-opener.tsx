import { useState, type ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import type { StudyStatus } from '../../../shared/status.ts';
import { ProofDialog } from './proof-dialog.tsx';

interface ProofOpenerProps {
  readonly status: StudyStatus;
  /** The one whose details are open at first. */
  readonly dataset?: DatasetName;
  readonly children: (open: () => void) => ReactNode;
}

/** A button of any kind that opens the proof of a study's passes. */
export function ProofOpener({ status, dataset, children }: ProofOpenerProps): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <>
      {children(() => {
        setOpened(true);
      })}
      {opened && (
        <ProofDialog
          status={status}
          first={dataset ?? null}
          onClose={() => {
            setOpened(false);
          }}
        />
      )}
    </>
  );
}
