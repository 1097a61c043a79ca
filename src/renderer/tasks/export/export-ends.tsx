import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Exported } from '../../../shared/calls/export.ts';
import { sayExportNotes } from '../../../shared/export-notes.ts';
import { saySubjects } from '../../../shared/subjects-meant.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { FileWritten } from '../../ui/parts/file-run.tsx';
import { WorkProgress } from '../../ui/parts/states.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

export function ExportWriting({
  rows,
  of,
  chooses = 'where to save',
  onCancel,
}: {
  readonly rows: number;
  readonly of: number;
  /** What the user chooses first, in a system dialog. */
  readonly chooses?: string;
  readonly onCancel: () => void;
}): ReactNode {
  return (
    <WorkProgress
      says={rows === 0 ? `Choose ${chooses}` : `${formatCount(rows)} of ${formatCountOf(of, 'row')} written`}
      share={of === 0 ? 0 : rows / of}
      label="Rows written"
      cancel="Cancel export"
      onCancel={onCancel}
    />
  );
}

export function ExportDone({
  title,
  exported,
  file,
  onShow,
  onClose,
}: {
  /** How much was written: "1,234 rows × 12 columns". The subjects are appended. */
  readonly title: string;
  readonly exported: Exported;
  readonly file: string;
  readonly onShow: () => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <FileWritten
      title={exported.subjects === null ? title : `${title} of ${saySubjects(exported.subjects)}`}
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
          {exported.cloud !== null && (
            <p className="note note-warn">
              <Glyph of={IconAlertTriangle} />
              <span>
                <b>{exported.cloud} seems to copy this folder to its servers.</b> Move the file if the data must not go there.
              </span>
            </p>
          )}
          {exported.files !== undefined && (
            <p className="small t2">Its manifest, _carrel.json, names the latest generation and the digest of each file.</p>
          )}
          {exported.evidence !== null && (
            <p className="small t2">Its evidence is saved next to it, in a file with the same name ending in .carrel.json.</p>
          )}
        </>
      }
      onShow={onShow}
      onClose={onClose}
    />
  );
}
