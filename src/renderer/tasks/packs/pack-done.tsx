import { IconMessageShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { FileWritten } from '../../ui/parts/file-written.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';

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
    <FileWritten
      title={`${study} is packed`}
      bytes={packed.bytes}
      file={file}
      sha256={packed.sha256}
      says={
        <p className="small t2">
          Opens with its passphrase until the end of {formatCalendarDay(expires)} in UTC. On the other laptop: <b>Open a site pack</b>.
        </p>
      }
      onShow={onShow}
      onClose={onClose}
    >
      <p className="note note-warn">
        <Glyph of={IconMessageShare} />
        <span>
          <b>Send the passphrase by another way than the file:</b> tell it by phone or in person. Carrel keeps it nowhere; without it nobody
          opens the file.
        </span>
      </p>
    </FileWritten>
  );
}
