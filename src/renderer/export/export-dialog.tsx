import { Button, Modal } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input, Output } from '../../shared/contract.ts';
import { presetOf } from '../../shared/export-preset.ts';
import type { DataSource } from '../data/data-source.ts';
import { useCall } from '../data/use-call.ts';
import { formatCountOf } from '../format/numbers.ts';
import { useModel, usePreferences, useStudyCard } from '../model/model-context.ts';
import { AskedPassphraseField, useAskedPassphrase } from '../parts/asked-passphrase.tsx';
import { DemoBadge } from '../parts/badges.tsx';
import { datasetTitles } from '../parts/dataset-titles.ts';
import { Glyph } from '../parts/icon.tsx';
import { ReasonButton } from '../parts/reason-button.tsx';
import { ErrorStrip } from '../parts/states.tsx';
import { useFileRun } from '../parts/use-file-run.ts';
import { useFocusReturn } from '../parts/use-focus-return.ts';
import { ExportChoices } from './export-choices.tsx';
import { ExportDone, ExportWriting } from './export-ends.tsx';
import { PlainFileNote } from './plain-file-note.tsx';
import {
  fitsPreset,
  gridOf,
  initialOptions,
  requestOf,
  rowCount,
  suggestName,
  withPreset,
  type ExportOptions,
  type ExportSubject,
} from './export-options.ts';
import { wholeOf, type ExportSource, type WholeDataset } from './export-source.ts';
import { ExportSummary } from './export-summary.tsx';
import { PresetLine } from './preset-line.tsx';
import { isProtectReady } from './protect-options.ts';
import { shapeWords } from './shape-words.ts';
import { usePresets } from './use-presets.ts';
import './export.css';

/** What to write, in which form, what that will be, and then the writing itself. It opens once presets and earlier choices are known. */
export function ExportDialog({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }): ReactNode {
  const card = useStudyCard(source.study);
  const { layouts } = usePreferences();
  const listed = useCall('presets.list');
  // Without them everything can be exported as well.
  const kept = listed.error === null ? listed.data : { presets: [], last: {} };
  if (card === null || kept === null) return null;
  const whole = wholeOf(card, layouts);
  const dialog = { source, whole, meant: null, demo: card.demo, kept, onClose };
  return source.subjects === null ? <OpenDialog {...dialog} /> : <FilteredDialog {...dialog} subjects={source.subjects} />;
}

/** Opens once the rows of the filtered subjects are counted; without an answer it says the rows of all of them. */
function FilteredDialog({ subjects, ...dialog }: OpenProps & { readonly subjects: readonly string[] }): ReactNode {
  const { data, error } = useCall('overview.read', { study: dialog.source.study, subjects: [...subjects] });
  const all = useCall('subjects.list', { study: dialog.source.study, selection: null });
  if ((data === null && error === null) || (all.data === null && all.error === null)) return null;
  const named = new Set(subjects);
  const meant = all.data === null ? null : { of: all.data.subjects.filter((one) => named.has(one)).length, all: all.data.subjects.length };
  const rowsOf = ({ dataset, rows }: WholeDataset): number => data?.datasets.find((one) => one.dataset === dataset)?.records ?? rows;
  return <OpenDialog {...dialog} meant={meant} whole={dialog.whole.map((one) => ({ ...one, rows: rowsOf(one) }))} />;
}

interface OpenProps extends ExportSubject {
  readonly demo: boolean;
  readonly kept: Output<'presets.list'>;
  readonly onClose: () => void;
}

function OpenDialog({ source, whole, meant, demo, kept, onClose }: OpenProps): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const subject: ExportSubject = { source, whole, meant };
  const { vocabulary } = usePreferences();
  const [options, setOptions] = useState(() => initialOptions(source, vocabulary, kept.last));
  const presets = usePresets(kept.presets);
  const [opened] = useState(() => new Date());
  const [named, setNamed] = useState<string | null>(null);
  const { run, start, cancel, show } = useFileRun('export', async (input: Input<'export.start'>) => {
    const written = await data.call('export.start', input);
    if (written.file !== null) rememberChoice(data, source, options);
    return written;
  });
  const asked = useAskedPassphrase();
  const name = named ?? suggestName(subject, options, opened);
  const rows = rowCount(subject, options);
  const busy = run.phase === 'writing';
  const reason = whyNotExported(rows, options, asked.typed);
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  const title = <Title source={source} demo={demo} />;
  if (run.phase === 'done') {
    return (
      <Modal opened onClose={onClose} title={title} size={680} padding={0}>
        <ExportDone
          title={shapeWords(subject, options, run.written.rows, run.written.columns)}
          exported={run.written}
          file={run.file}
          onShow={show}
          onClose={onClose}
        />
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
          start({ request: requestOf(subject, options), suggestedName: name, passphrase: asked.typed });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          {gridOf(source, options)?.pivot === undefined && (
            <PresetLine
              kept={presets}
              fits={(preset) => fitsPreset(source, preset)}
              chosen={options.preset}
              onChoose={(preset) => {
                setOptions(preset === null ? initialOptions(source, vocabulary, kept.last) : withPreset(options, preset));
              }}
              asPreset={(presetName) => presetOf(presetName, requestOf(subject, options))}
            />
          )}
          <ExportChoices
            subject={subject}
            options={options}
            onChange={(change: Partial<ExportOptions>) => {
              setOptions({ ...options, ...change });
            }}
          />
        </fieldset>
        <ExportSummary subject={subject} options={options} name={name} onName={setNamed} />
        <fieldset className="dialog-body export-after" disabled={busy}>
          {options.protect?.encrypted === true ? <EncryptedZipNote /> : <PlainFileNote />}
          <AskedPassphraseField asked={asked} autoFocus />
        </fieldset>
        {run.phase === 'writing' ? (
          <ExportWriting rows={run.progress?.rows ?? 0} of={run.progress?.of ?? rows} onCancel={cancel} />
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
              Export {formatCountOf(rows, 'row')}
            </ReasonButton>
          </div>
        )}
      </form>
    </Modal>
  );
}

function Title({ source: { study, grid }, demo }: Pick<OpenProps, 'source' | 'demo'>): ReactNode {
  return (
    <span className="row">
      Export {grid === null ? study : datasetTitles[grid.dataset].toLowerCase()}
      {demo && <DemoBadge />}
    </span>
  );
}

/** What is still missing; null: nothing. `confirm`: the passphrase as it is typed, where it is asked for. */
function whyNotExported(rows: number, { protect }: ExportOptions, confirm: string | undefined): string | null {
  if (rows === 0) return 'There is no row to be exported.';
  if (!isProtectReady(protect)) return 'Type the passphrase of the zip, twice.';
  return confirm === '' ? 'Type the passphrase of this computer’s copy first.' : null;
}

function EncryptedZipNote(): ReactNode {
  return (
    <p className="note note-info">
      <Glyph of={IconLock} />
      <span>
        <b>The zip is encrypted.</b> 7-Zip, WinZip and others open it with its passphrase: tell that by another way than the file. This
        export is noted in the audit trail.
      </span>
    </p>
  );
}

/** What was chosen comes up again for this dataset, or for a whole study; that it is not remembered harms nobody. */
function rememberChoice(data: DataSource, { grid }: ExportSource, { scope, format, delimiter, columns }: ExportOptions): void {
  if (columns === 'preset') return;
  const of = scope === 'grid' && grid !== null ? grid.dataset : 'study';
  data.call('presets.remember', { of, choice: { format, delimiter, columns } }).catch(() => undefined);
}
