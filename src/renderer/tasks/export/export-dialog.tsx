import { Button, Modal } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Input, Output } from '../../../shared/contract.ts';
import { presetOf } from '../../../shared/export-preset.ts';
import { meantOf } from '../../../shared/subjects-meant.ts';
import type { DataSource } from '../../data/port/data-source.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel, usePreferences, useStudyCard } from '../../data/model/model-context.ts';
import { AskedPassphraseField, useAskedPassphrase } from '../../ui/parts/passphrases.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFileRun } from '../../ui/parts/file-run.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { DemoBadge } from '../../ui/parts/badges.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { ExportChoices } from './export-choices.tsx';
import { ExportDone, ExportWriting } from './export-ends.tsx';
import { ExportLine, PlainFileNote, SubjectsChoice } from './export-parts.tsx';
import {
  fitsPreset,
  gridOf,
  initialOptions,
  isLake,
  requestOf,
  rowCount,
  suggestName,
  withEndingOf,
  withPreset,
  type ExportOptions,
  type ExportSubject,
} from './export-options.ts';
import { wholeOf, type ExportSource, type WholeDataset } from '../../record/export/export-source.ts';
import { ExportSummary, lakeWords, shapeWords } from './export-summary.tsx';
import { PresetLine, usePresets } from './preset-line.tsx';
import { isProtectReady } from './protect-options.ts';
import { useWhose } from './use-whose.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import './export.css';

/** Chooses what to export and how, shows what will be written, and writes it. Opens once presets and earlier choices are loaded. */
export function ExportDialog({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }): ReactNode {
  const card = useStudyCard(source.study);
  const { layouts } = usePreferences();
  const listed = useCall('presets.list');
  // If they cannot be loaded, everything can still be exported.
  const kept = listed.error === null ? listed.data : { presets: [], last: {} };
  if (card === null || kept === null) return null;
  const whole = wholeOf(card, layouts);
  const dialog = { subject: { source, whole, meant: null }, everybody: whole, demo: card.demo, kept, onClose };
  return source.subjects === null ? <OpenDialog {...dialog} /> : <FilteredDialog {...dialog} subjects={source.subjects} />;
}

/** Opens once the filtered subjects and rows are counted; without counts it could not state which subjects the file covers. */
function FilteredDialog({ subjects, ...dialog }: OpenProps & { readonly subjects: readonly string[] }): ReactNode {
  const { source } = dialog.subject;
  const overview = useCall('overview.read', { study: source.study, subjects: [...subjects] });
  const all = useCall('subjects.list', { study: source.study, selection: null });
  const failed = [overview, all].find(({ error }) => error !== null);
  if (failed?.error !== undefined && failed.error !== null)
    return (
      <Modal opened onClose={dialog.onClose} title={`Export ${source.study}`} size={680}>
        <ErrorStrip error={failed.error} step={{ label: 'Try again', take: failed.reload }} />
      </Modal>
    );
  if (overview.data === null || all.data === null) return null;
  const meant = meantOf(subjects, all.data.subjects);
  const { datasets } = overview.data;
  const rowsOf = ({ dataset, rows }: WholeDataset): number => datasets.find((one) => one.dataset === dataset)?.records ?? rows;
  const whole = dialog.everybody.map((one) => ({ ...one, rows: rowsOf(one) }));
  return <OpenDialog {...dialog} subject={{ source, whole, meant }} />;
}

interface OpenProps {
  readonly subject: ExportSubject;
  /** The mirrored datasets of the study, regardless of the subject filter. */
  readonly everybody: readonly WholeDataset[];
  readonly demo: boolean;
  readonly kept: Output<'presets.list'>;
  readonly onClose: () => void;
}

function OpenDialog({ subject: shown, everybody, demo, kept, onClose }: OpenProps): ReactNode {
  useFocusReturn();
  const { data } = useModel();
  const { source } = shown;
  const { subject, ...of } = useWhose(shown, everybody);
  const { vocabulary } = usePreferences();
  const [options, setOptions] = useState(() => initialOptions(source, vocabulary, kept.last));
  const presets = usePresets(kept.presets);
  const [opened] = useState(() => new Date());
  const [named, setNamed] = useState<string | null>(null);
  const { run, start, cancel, show } = useFileRun('export', async (input: Input<'export.start'>) => {
    const written = await data.call('export.start', input);
    if (written.file !== null) saveLastChoice(data, source, options);
    return written;
  });
  const asked = useAskedPassphrase();
  const suggested = suggestName(subject, options, opened);
  const name = named === null ? suggested : withEndingOf(suggested, named);
  const rows = rowCount(subject, options);
  const busy = run.phase === 'writing';
  const lake = isLake(subject, options);
  const reason = whyNotExported(of.counted ? rows : null, lake || isProtectReady(options.protect), asked.typed);
  const close = (): void => {
    if (busy) cancel();
    onClose();
  };
  const title = <Title source={source} demo={demo} />;
  if (run.phase === 'done') {
    return (
      <Modal opened onClose={onClose} title={title} size={680} padding={0}>
        <ExportDone
          title={
            run.written.files === undefined ? shapeWords(subject, options, run.written.rows, run.written.columns) : lakeWords(run.written)
          }
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
      {of.error !== null && <ErrorStrip error={of.error} step={{ label: 'Try again', take: of.retry }} />}
      <form
        className="export"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) start({ request: requestOf(subject, options), suggestedName: name, passphrase: asked.typed });
        }}
      >
        <fieldset className="dialog-body" disabled={busy}>
          {gridOf(source, options)?.pivot === undefined && !lake && (
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
          {shown.meant !== null && (
            <ExportLine label="Subjects">
              <SubjectsChoice meant={shown.meant} whose={of.whose} onChange={of.choose} />
            </ExportLine>
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
          {options.protect?.encrypted === true && !lake ? <EncryptedZipNote /> : <PlainFileNote several={lake} />}
          <AskedPassphraseField asked={asked} autoFocus />
        </fieldset>
        {run.phase === 'writing' ? (
          <ExportWriting
            rows={run.progress?.rows ?? 0}
            of={run.progress?.of ?? rows}
            chooses={lake ? 'the folder' : 'where to save'}
            onCancel={cancel}
          />
        ) : (
          <ExportBar says={lake ? 'Write the lake…' : sayExport(of.counted ? rows : null)} reason={reason} onClose={onClose} />
        )}
      </form>
    </Modal>
  );
}

function Title({ source: { study, grid }, demo }: { readonly source: ExportSource; readonly demo: boolean }): ReactNode {
  return (
    <span className="row">
      Export {grid === null ? study : datasetTitles[grid.dataset].toLowerCase()}
      {demo && <DemoBadge />}
    </span>
  );
}

/** Why the export cannot start yet; null if it can. `rows`: null while counting. `confirm`: the typed passphrase, if one is required. */
function whyNotExported(rows: number | null, isReady: boolean, confirm: string | undefined): string | null {
  if (rows === null) return 'The rows of all subjects are still being counted.';
  if (rows === 0) return 'There are no rows to export.';
  if (!isReady) return 'Enter the passphrase of the zip twice.';
  return confirm === '' ? 'Enter the passphrase of this computer’s copy first.' : null;
}

/** `rows`: null while counting. */
function sayExport(rows: number | null): string {
  return rows === null ? 'Export' : `Export ${formatCountOf(rows, 'row')}`;
}

/** `reason`: why the export cannot start yet; null if it can. */
function ExportBar({
  says,
  reason,
  onClose,
}: {
  readonly says: string;
  readonly reason: string | null;
  readonly onClose: () => void;
}): ReactNode {
  return (
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
        {says}
      </ReasonButton>
    </div>
  );
}

function EncryptedZipNote(): ReactNode {
  return (
    <p className="note note-info">
      <Glyph of={IconLock} />
      <span>
        <b>The zip is encrypted.</b> 7-Zip, WinZip and others open it with its passphrase. Send the passphrase separately from the file.
        This export is recorded in the audit trail.
      </span>
    </p>
  );
}

/** Makes these choices the default for this dataset, or for whole studies. Failing to store them does no harm. */
function saveLastChoice(data: DataSource, { grid }: ExportSource, { scope, format, delimiter, columns }: ExportOptions): void {
  if (columns === 'preset') return;
  const of = scope === 'grid' && grid !== null ? grid.dataset : 'study';
  data.call('presets.saveLast', { of, choice: { format, delimiter, columns } }).catch(() => undefined);
}
