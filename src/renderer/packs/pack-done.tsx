import { Button } from '@mantine/core';
import { IconCheck, IconFolder, IconMessageShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Output } from '../../shared/contract.ts';
import { formatCalendarDay } from '../format/dates.ts';
import { formatSize } from '../format/numbers.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Glyph } from '../parts/icon.tsx';

interface Props {
  readonly study: string;
  readonly file: string;
  readonly packed: Output<'pack.start'>;
  readonly expires: string;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

/** What was written, and what is left to do by a person. */
export function PackDone({ study, file, packed, expires, onShow, onClose }: Props): ReactNode {
  return (
    <>
      <div className="pack-body">
        <p className="row">
          <Glyph of={IconCheck} className="pack-tick" />
          <b>{study} is packed</b>
          <span className="t2 num">{formatSize(packed.bytes)}</span>
        </p>
        <p className="mono selectable pack-name">{file}</p>
        <p className="small t2">
          Opens with its passphrase until the end of {formatCalendarDay(expires)} in UTC. On the other laptop: <b>Open a site pack</b>.
        </p>
        <p className="row small t3">
          <span className="mono clip" title={packed.sha256}>
            SHA-256 {packed.sha256}
          </span>
          <CopyButton text={packed.sha256} label="Copy" />
        </p>
        <p className="note note-warn">
          <Glyph of={IconMessageShare} />
          <span>
            <b>Send the passphrase by another way than the file:</b> tell it by phone or in person. Carrel keeps it nowhere; without it
            nobody opens the file.
          </span>
        </p>
      </div>
      <div className="pack-foot">
        <Button size="md" onClick={onShow} leftSection={<Glyph of={IconFolder} size={14} />}>
          Show in folder
        </Button>
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </>
  );
}
