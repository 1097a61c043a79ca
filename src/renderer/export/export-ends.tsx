import { Button, Progress } from '@mantine/core';
import { IconCheck, IconFolder } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Exported } from '../../shared/contract.ts';
import { formatCount, formatCountOf, formatSize } from '../format/numbers.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Glyph } from '../parts/icon.tsx';

export function ExportWriting({
  rows,
  of,
  onCancel,
}: {
  readonly rows: number;
  readonly of: number;
  readonly onCancel: () => void;
}): ReactNode {
  return (
    <div className="export-foot">
      <div className="export-progress">
        <span className="small t2 num" aria-live="off">
          {rows === 0 ? 'Choose where to save' : `${formatCount(rows)} of ${formatCountOf(of, 'row')} written`}
        </span>
        <Progress value={of === 0 ? 0 : (rows / of) * 100} aria-label="Rows written" />
      </div>
      <Button size="md" onClick={onCancel}>
        Cancel export
      </Button>
    </div>
  );
}

export function ExportDone({
  exported,
  file,
  onShow,
  onClose,
}: {
  readonly exported: Exported;
  readonly file: string;
  readonly onShow: () => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <div className="export-done">
      <p className="row">
        <Glyph of={IconCheck} className="export-tick" />
        <b>
          {formatCountOf(exported.rows, 'row')} × {formatCountOf(exported.columns, 'column')}
        </b>
        <span className="t2 num">{formatSize(exported.bytes)}</span>
      </p>
      <p className="mono selectable export-name">{file}</p>
      {exported.guarded > 0 && (
        <p className="small t2">
          {formatCountOf(exported.guarded, 'cell')} got an apostrophe in front, so that the spreadsheet does not take the text for a
          formula.
        </p>
      )}
      <p className="row small t3">
        <span className="mono clip" title={exported.sha256}>
          SHA-256 {exported.sha256}
        </span>
        <CopyButton text={exported.sha256} label="Copy" />
      </p>
      <div className="export-foot export-foot-done">
        <Button size="md" onClick={onShow} leftSection={<Glyph of={IconFolder} size={14} />}>
          Show in folder
        </Button>
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </div>
  );
}
