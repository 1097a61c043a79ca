import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input } from '../../shared/contract.ts';
import { formatCountOf } from '../format/numbers.ts';
import { useModel, usePreferences, useStudyCard } from '../model/model-context.ts';
import { AskedPassphraseField, useAskedPassphrase } from '../parts/asked-passphrase.tsx';
import { DemoBadge } from '../parts/badges.tsx';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { ErrorStrip } from '../parts/states.tsx';
import { useFileRun } from '../parts/use-file-run.ts';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { ExportChoices } from './export-choices.tsx';
import { ExportDone, ExportWriting } from './export-ends.tsx';
import { initialOptions, requestOf, rowCount, suggestName, type ExportOptions } from './export-options.ts';
import type { ExportSource } from './export-source.ts';
import { ExportSummary } from './export-summary.tsx';
import './export.css';

/** What to write, in which form, what that will be, and then the writing itself. */
export function ExportDialog({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const { vocabulary } = usePreferences();
  const demo = useStudyCard(source.study)?.demo ?? false;
  const [options, setOptions] = useState(() => initialOptions(source, vocabulary));
  const [opened] = useState(() => new Date());
  const [named, setNamed] = useState<string | null>(null);
  const { run, start, cancel, show } = useFileRun('export', (input: Input<'export.start'>) => data.call('export.start', input));
  const asked = useAskedPassphrase();
  const name = named ?? suggestName(source, options, opened);
  const rows = rowCount(source, options.rows);
  const busy = run.phase === 'writing';
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  const title = (
    <span className="row">
      Export {datasetTitles[source.dataset].toLowerCase()}
      {demo && <DemoBadge />}
    </span>
  );
  if (run.phase === 'done') {
    return (
      <Modal opened onClose={onClose} title={title} size={680} padding={0}>
        <ExportDone exported={run.written} file={run.file} onShow={show} onClose={onClose} />
      </Modal>
    );
  }
  return (
    <Modal opened onClose={close} title={title} size={680} padding={0} closeOnClickOutside={!busy}>
      {run.phase === 'failed' && <ErrorStrip error={run.error} />}
      <form
        className="export"
        onSubmit={(event) => {
          event.preventDefault();
          start({ request: requestOf(source, options), suggestedName: name, passphrase: asked.typed });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          <ExportChoices
            source={source}
            options={options}
            onChange={(change: Partial<ExportOptions>) => {
              setOptions({ ...options, ...change });
            }}
          />
        </fieldset>
        <ExportSummary source={source} options={options} name={name} onName={setNamed} />
        <fieldset className="dialog-body export-after" disabled={busy}>
          <p className="note note-warn">
            <Glyph of={IconAlertTriangle} />
            <span>
              <b>The file is not encrypted.</b> Anyone who can open it can read it. This export is noted in the audit trail.
            </span>
          </p>
          <AskedPassphraseField asked={asked} autoFocus />
        </fieldset>
        {run.phase === 'writing' ? (
          <ExportWriting rows={run.progress?.rows ?? 0} of={run.progress?.of ?? rows} onCancel={cancel} />
        ) : (
          <div className="dialog-bar">
            <Button variant="subtle" size="md" onClick={onClose}>
              Cancel
            </Button>
            <Button
              variant="filled"
              size="md"
              type="submit"
              disabled={rows === 0 || asked.typed === ''}
              leftSection={<Glyph of={IconDownload} size={14} />}
              data-autofocus
            >
              Export {formatCountOf(rows, 'row')}
            </Button>
          </div>
        )}
      </form>
    </Modal>
  );
}
