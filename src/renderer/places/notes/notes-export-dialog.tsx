import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { exportFileName, inFileName } from '../../../shared/export-names.ts';
import { subjectsInName, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { whomWords } from '../../ui/parts/dataset-titles.ts';
import { AskedPassphraseField, useAskedPassphrase } from '../../ui/parts/passphrases.tsx';
import { Choice } from '../../ui/parts/controls.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFileRun } from '../../ui/parts/file-run.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { ExportDone, ExportWriting } from '../../tasks/export/export-ends.tsx';
import { PlainFileNote } from '../../tasks/export/export-parts.tsx';
import { stampOf } from '../../tasks/export/export-options.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import type { Note } from '../../record/notes/note-model.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

const formats = [
  ['xlsx', 'Excel workbook'],
  ['csv-excel', 'CSV for Excel'],
  ['csv', 'CSV, exact'],
] as const;
type Format = (typeof formats)[number][0];

interface Props {
  readonly study: string;
  readonly notes: readonly Note[];
  /** The subject filter of the list, and how many subjects it covers; null without one. */
  readonly subjects: readonly string[] | null;
  readonly meant: SubjectsMeant | null;
  readonly onClose: () => void;
}

/** Exports the listed notes to a file, as a table with one row per note. */
export function NotesExportDialog({ study, notes, subjects, meant, onClose }: Props): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const [format, setFormat] = useState<Format>('xlsx');
  const [opened] = useState(() => new Date());
  const asked = useAskedPassphrase();
  const { run, start, cancel, show } = useFileRun('export', (input: Input<'export.start'>) => data.call('export.start', input));
  const busy = run.phase === 'writing';
  const count = formatCountOf(notes.length, 'note');
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  if (run.phase === 'done')
    return (
      <Modal opened onClose={onClose} title="Export notes" size={560} padding={0}>
        <ExportDone
          title={formatCountOf(run.written.rows, 'note')}
          exported={run.written}
          file={run.file}
          onShow={show}
          onClose={onClose}
        />
      </Modal>
    );
  const reason = asked.typed === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
  return (
    <Modal opened onClose={close} title="Export notes" size={560} padding={0} closeOnClickOutside={!busy}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start({
            request: requestOf(study, { notes, subjects }, format),
            suggestedName: exportFileName(`${inFileName(study)}_notes${subjectsInName(meant)}_${stampOf(opened)}`, format),
            passphrase: asked.typed,
          });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          <div className="row">
            <Choice label="Format" options={formats} value={format} onChange={setFormat} />
          </div>
          <p className="small t2">
            {count} as listed{whomWords(meant)}, with subject, record, text, follow-up and time last edited.
          </p>
          <PlainFileNote />
          <AskedPassphraseField asked={asked} autoFocus />
        </fieldset>
        {busy ? (
          <ExportWriting rows={run.progress?.rows ?? 0} of={run.progress?.of ?? notes.length} onCancel={cancel} />
        ) : (
          <div className="dialog-bar">
            <Button variant="subtle" size="md" onClick={onClose}>
              Cancel
            </Button>
            <ReasonButton
              variant="filled"
              size="md"
              type="submit"
              reason={reason}
              shown
              leftSection={<Glyph of={IconDownload} size={14} />}
              data-autofocus={reason === null || undefined}
            >
              Export {count}
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

function requestOf(
  study: string,
  { notes, subjects }: Pick<Props, 'notes' | 'subjects'>,
  format: Format,
): Input<'export.start'>['request'] {
  return {
    study,
    parts: [],
    noted: { ids: notes.map(({ id }) => id), subjects: subjects === null ? null : [...subjects] },
    vocabulary: 'plain',
    format,
    delimiter: ',',
    zip: null,
    protection: null,
  };
}
