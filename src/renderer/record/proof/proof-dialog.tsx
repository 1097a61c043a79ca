import { Modal } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import { sayForeignLinks } from '../../../shared/foreign-links.ts';
import type { StudyStatus } from '../../../shared/status.ts';
import { CopyButton } from '../../ui/parts/copy-button.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProofIcon } from '../../ui/parts/proof-icon.tsx';
import { useFocusReturn } from '../../ui/parts/use-focus-return.ts';
import { ProofDataset } from './proof-dataset.tsx';
import { limits, verdictOf } from './proof-words.ts';
import './proof.css';

interface ProofDialogProps {
  readonly status: StudyStatus;
  /** The dataset whose details are open at first. */
  readonly first: DatasetName | null;
  readonly onClose: () => void;
}

/** What stands behind "complete as of": the verdict, a line a dataset that opens to all that was checked, and what no check can tell. */
export function ProofDialog({ status, first, onClose }: ProofDialogProps): ReactNode {
  useFocusReturn();
  const { good, title, says } = verdictOf(status);
  const links = sayForeignLinks(status.datasets);
  return (
    <Modal opened onClose={onClose} size={720} title={`Proof of ${status.study}`} className="proof">
      <div className={`proof-verdict ${good ? 'proof-verdict-good' : ''}`}>
        {good ? <ProofIcon /> : <Glyph of={IconAlertTriangle} />}
        <div>
          <h3>{title}</h3>
          <p className="small t2">{says}</p>
          {links !== null && <p className="small t2">{links}</p>}
        </div>
      </div>
      <div className="proof-datasets">
        {status.datasets.map((dataset) => (
          <ProofDataset key={dataset.dataset} study={status.study} dataset={dataset} open={dataset.dataset === first} onLeave={onClose} />
        ))}
      </div>
      <footer className="proof-foot">
        <div className="note note-info">
          <Glyph of={IconEyeOff} />
          <div>
            <b>What this cannot show.</b> {limits.lead}
            <ul className="proof-unseen">
              {limits.unseen.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {limits.then}
          </div>
        </div>
        <CopyButton text={JSON.stringify(status, null, 2)} label="Copy as JSON" className="quiet-start" />
      </footer>
    </Modal>
  );
}
