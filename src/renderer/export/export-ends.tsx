import type { ReactNode } from 'react';
import type { Exported } from '../../shared/contract.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { FileWritten } from '../parts/file-written.tsx';
import { WorkProgress } from '../parts/work-progress.tsx';

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
    <WorkProgress
      says={rows === 0 ? 'Choose where to save' : `${formatCount(rows)} of ${formatCountOf(of, 'row')} written`}
      share={of === 0 ? 0 : rows / of}
      label="Rows written"
      cancel="Cancel export"
      onCancel={onCancel}
    />
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
    <FileWritten
      title={`${formatCountOf(exported.rows, 'row')} × ${formatCountOf(exported.columns, 'column')}`}
      bytes={exported.bytes}
      file={file}
      sha256={exported.sha256}
      says={
        exported.guarded > 0 && (
          <p className="small t2">
            {formatCountOf(exported.guarded, 'cell')} got an apostrophe in front, so that the spreadsheet does not take the text for a
            formula.
          </p>
        )
      }
      onShow={onShow}
      onClose={onClose}
    />
  );
}
