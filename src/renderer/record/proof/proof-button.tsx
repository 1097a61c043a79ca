import { useState, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { IconAlertTriangle, IconEyeOff, IconClock } from '@tabler/icons-react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { StudyStatus } from '../../../shared/status.ts';
import { studyJson } from '../../../shared/status-json.ts';
import { sayForeignLinks } from '../../../shared/foreign-links.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { Glyph, ProofIcon } from '../../ui/parts/icon.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ProofDataset } from './proof-dataset.tsx';
import { limits, verdictOf } from './proof-words.ts';
import { momentOf, useAsOf } from '../../ui/parts/as-of.ts';
import { StaleBadge } from '../../ui/parts/badges.tsx';
import './proof.css';
import '../../ui/parts/as-of.css';

interface ProofButtonProps {
  readonly status: StudyStatus;
  /** Dataset whose details are initially open. */
  readonly dataset?: DatasetName;
  readonly children: (open: () => void) => ReactNode;
}

/** Adds the dialog with the proof of a study's passes to a button. `children` renders the button. */
export function ProofButton({ status, dataset, children }: ProofButtonProps): ReactNode {
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

interface ProofDialogProps {
  readonly status: StudyStatus;
  /** Dataset whose details are initially open. */
  readonly first: DatasetName | null;
  readonly onClose: () => void;
}

/** The proof behind "complete as of": the verdict, one expandable line per dataset with all checks, and the limits of the proof. */
function ProofDialog({ status, first, onClose }: ProofDialogProps): ReactNode {
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
            <b>What this proof cannot show.</b> {limits.lead}
            <ul className="proof-unseen">
              {limits.unseen.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
            {limits.then}
          </div>
        </div>
        <CopyButton text={JSON.stringify(studyJson(status), null, 2)} label="Copy as JSON" className="quiet-start" />
      </footer>
    </Modal>
  );
}

/** "Complete as of 14 May 2026, 14:05", as a button that opens the proof. */
export function AsOfStamp({ status }: { readonly status: StudyStatus }): ReactNode {
  const asOf = useAsOf(status);
  if (asOf.state === 'none') return <span className="as-of">{asOf.lead}</span>;
  return (
    <ProofButton status={status}>
      {(open) => (
        <button
          type="button"
          className={`as-of as-of-${asOf.state}`}
          title="What was checked before this copy was accepted as complete"
          aria-haspopup="dialog"
          onClick={open}
        >
          {asOf.state === 'proven' ? <ProofIcon /> : <Glyph of={IconClock} />}
          <span className="as-of-lead">{asOf.lead}</span> <b className="num">{momentOf(asOf)}</b>
          {asOf.state === 'attention' && asOf.rest !== '' && <span className="as-of-rest">, {asOf.rest}</span>}
          {asOf.stale !== null && <StaleBadge age={asOf.stale} />}
        </button>
      )}
    </ProofButton>
  );
}
