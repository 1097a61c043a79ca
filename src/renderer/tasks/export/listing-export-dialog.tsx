import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input } from '../../../shared/contract.ts';
import { exportFileName, inFileName } from '../../../shared/export-names.ts';
import { listings } from '../../../shared/listings.ts';
import { saySubjects, subjectsInName } from '../../../shared/subjects-meant.ts';
import { ExportDone, ExportWriting } from './export-ends.tsx';
import { stampOf } from './export-options.ts';
import type { ListingExport } from '../../record/export/export-source.ts';
import { PlainFileNote, SubjectsChoice, type Whose } from './export-parts.tsx';
import { useModel, usePreferences } from '../../data/model/model-context.ts';
import { AskedPassphraseField, useAskedPassphrase } from '../../ui/parts/passphrases.tsx';
import { Choice, vocabularies } from '../../ui/parts/controls.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFileRun } from '../../ui/parts/file-run.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

const formats = [
  ['xlsx', 'Excel workbook'],
  ['csv-excel', 'CSV for Excel'],
  ['csv', 'CSV, exact'],
  ['dataset-json', 'Dataset-JSON'],
  ['xpt', 'SAS transport'],
  ['parquet', 'Parquet'],
] as const;
type Format = (typeof formats)[number][0];

interface Props {
  readonly source: ListingExport;
  readonly onClose: () => void;
}

/** Exports what a view shows as a table, for the subjects shown or for all. */
export function ListingExportDialog({ source, onClose }: Props): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const preferences = usePreferences();
  const [format, setFormat] = useState<Format>('xlsx');
  const [vocabulary, setVocabulary] = useState(preferences.vocabulary);
  const [whose, setWhose] = useState<Whose>('shown');
  const [opened] = useState(() => new Date());
  const asked = useAskedPassphrase();
  const { run, start, cancel, show } = useFileRun('export', (input: Input<'export.start'>) => data.call('export.start', input));
  const busy = run.phase === 'writing';
  const { title, says } = listings[source.listing.name];
  const meant = source.listing.subjects === null ? null : { of: source.listing.subjects.length, all: source.of };
  const listing = whose === 'all' ? { ...source.listing, subjects: null } : source.listing;
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  if (run.phase === 'done')
    return (
      <Modal opened onClose={onClose} title={`Export ${title.toLowerCase()}`} size={560} padding={0}>
        <ExportDone title={formatCountOf(run.written.rows, 'row')} exported={run.written} file={run.file} onShow={show} onClose={onClose} />
      </Modal>
    );
  const reason = asked.typed === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
  return (
    <Modal opened onClose={close} title={`Export ${title.toLowerCase()}`} size={560} padding={0} closeOnClickOutside={!busy}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start({
            request: { study: source.study, parts: [], listing, vocabulary, format, delimiter: ',', zip: null, protection: null },
            suggestedName: suggestListingName(source, listing.subjects, format, opened),
            passphrase: asked.typed,
          });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          {meant !== null && (
            <div className="row">
              <SubjectsChoice meant={meant} whose={whose} onChange={setWhose} />
            </div>
          )}
          <div className="row">
            <Choice label="Format" options={formats} value={format} onChange={setFormat} />
          </div>
          <div className="row">
            <Choice label="Headers" options={vocabularies} value={vocabulary} onChange={setVocabulary} />
          </div>
          <p className="small t2">{says} The file states what is counted, what is left out and which passes it is based on.</p>
          <PlainFileNote />
          <AskedPassphraseField asked={asked} autoFocus />
        </fieldset>
        {busy ? (
          <ExportWriting rows={run.progress?.rows ?? 0} of={run.progress?.of ?? 0} onCancel={cancel} />
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
              Export {saySubjects(listing.subjects === null ? null : meant)}
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

/** "22-001_liver_3-of-201-subjects_20260514-1432.xlsx": has the number of subjects, but identifies none. */
function suggestListingName(
  { study, listing: { name }, of }: ListingExport,
  subjects: readonly string[] | null,
  format: Format,
  now: Date,
): string {
  const plain = inFileName(study);
  const whose = subjectsInName(subjects === null ? null : { of: subjects.length, all: of });
  return exportFileName(`${plain}_${name}${whose}_${stampOf(now)}`, format);
}
