import { Button } from '@mantine/core';
import { IconCheck, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatSize } from '../format/numbers.ts';
import { CopyButton } from './copy-button.tsx';
import { Glyph } from './icon.tsx';

interface Props {
  readonly title: string;
  readonly bytes: number;
  /** The file's name. */
  readonly file: string;
  /** What is to know of it. */
  readonly says: ReactNode;
  /** Hexadecimal. */
  readonly sha256: string;
  /** What is left to do by a person. */
  readonly children?: ReactNode;
  readonly onShow: () => void;
  readonly onClose: () => void;
}

/** The end of a dialog that wrote a file: what it is, and the way to it. */
export function FileWritten({ title, bytes, file, says, sha256, children, onShow, onClose }: Props): ReactNode {
  return (
    <>
      <div className="dialog-body">
        <div className="file-written">
          <p className="row">
            <Glyph of={IconCheck} className="dialog-tick" />
            <b>{title}</b>
            <span className="t2 num">{formatSize(bytes)}</span>
          </p>
          <p className="mono selectable file-name">{file}</p>
          {says}
          <p className="row small t3">
            <span className="mono clip" title={sha256}>
              SHA-256 {sha256}
            </span>
            <CopyButton text={sha256} label="Copy" />
          </p>
        </div>
        {children}
      </div>
      <div className="dialog-bar">
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
