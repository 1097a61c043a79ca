import type { ReactNode } from 'react';
import type { Exported } from '../../shared/calls/export.ts';
import { sayExportNotes } from '../../shared/export-notes.ts';
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
        <>
          {sayExportNotes(exported).map((says) => (
            <p key={says} className="small t2">
              {says}
            </p>
          ))}
          {exported.evidence !== null && (
            <p className="small t2">
              Its evidence is beside it: <span className="mono selectable">{exported.evidence}</span>
            </p>
          )}
        </>
      }
      onShow={onShow}
      onClose={onClose}
    />
  );
}
