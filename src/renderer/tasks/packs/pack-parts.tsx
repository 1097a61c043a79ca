import { IconCheck, IconMinus, IconMessageShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard, Output } from '../../../shared/contract.ts';
import { momentOf, useAsOf } from '../../ui/parts/as-of.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { FileWritten } from '../../ui/parts/file-run.tsx';

const staysBehind = [
  'the connection, its secret and every key',
  'looked-at marks, which are personal',
  'data that a sync has read but not proven, or that is pending review',
];

/** What a site pack of this study includes, and what it does not. */
export function PackContents({ card }: { readonly card: StudyCard }): ReactNode {
  const asOf = useAsOf(card.status);
  const rest = asOf.rest === '' ? '' : ` (${asOf.rest})`;
  return (
    <div className="pack-contents">
      <div>
        <h3>Included</h3>
        <ul className="small">
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>
              all records, {asOf.lead.toLowerCase()} <b className="num">{momentOf(asOf)}</b>
              {rest}
            </span>
          </li>
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>the pages as the service sent them, and their proof</span>
          </li>
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>the history of changes, the issues</span>
          </li>
        </ul>
      </div>
      <div>
        <h3>Not included</h3>
        <ul className="small t2">
          {staysBehind.map((what) => (
            <li key={what}>
              <Glyph of={IconMinus} size={14} />
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface Props {
  readonly study: string;
  readonly file: string;
  readonly packed: Output<'pack.start'>;
  readonly expires: string;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

/** Describes the written pack, and what the user still has to do. */
export function PackDone({ study, file, packed, expires, onShow, onClose }: Props): ReactNode {
  return (
    <FileWritten
      title={`${study} is packed`}
      bytes={packed.bytes}
      file={file}
      sha256={packed.sha256}
      says={
        <p className="small t2">
          Opens with its passphrase until the end of {formatCalendarDay(expires)} (UTC). On the other laptop: <b>Open a site pack</b>.
        </p>
      }
      onShow={onShow}
      onClose={onClose}
    >
      <p className="note note-warn">
        <Glyph of={IconMessageShare} />
        <span>
          <b>Send the passphrase separately from the file:</b> by phone or in person. Carrel does not store it; without it nobody can open
          the file.
        </span>
      </p>
    </FileWritten>
  );
}
