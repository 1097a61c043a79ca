import { ActionIcon, Tabs, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { datasets, type Dataset, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { useAnswered, useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { HistoryTab } from './history-tab.tsx';
import { RawTab } from './raw-tab.tsx';
import { RecordHead, useCloseOnEscape } from './record-head.tsx';
import { markedSince } from '../grid/change-marks.ts';
import { useStudyCard } from '../../data/model/model-context.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { isWriting } from '../../ui/keys/key-map.ts';
import { singularTitle } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { placeOfRecord, subjectOfRow } from '../notes/note-model.ts';
import { NotesPanel, SubjectNotes, useNotesOn } from '../notes/notes-panel.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { FieldsTab } from './fields-tab.tsx';
import { jsonLines, linesText } from './json-lines.ts';
import { lastKnown } from './last-known.ts';
import { formatCount } from '../../../shared/format-count.ts';
import './inspector.css';

type RecordFacts = Output<'record.get'>;

interface RecordInspectorProps {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly recordKey: string;
  readonly firstTab?: 'fields' | 'notes';
  readonly onClose: () => void;
  /** Goes to the previous or next record; null or absent if there is no order to follow. */
  readonly onStep?: ((by: -1 | 1) => void) | null;
  /** More about the record from where it was opened, shown below it. */
  readonly children?: ReactNode;
}

/** One record next to the list it was opened from: fields, JSON as sent, history and notes. Also shows vanished records. */
export function RecordInspector({
  study,
  dataset: name,
  recordKey,
  firstTab = 'fields',
  onClose,
  onStep = null,
  children,
}: RecordInspectorProps): ReactNode {
  const card = useStudyCard(study);
  const [tab, setTab] = useState<string | null>(firstTab);
  const loaded = useCall('record.get', { study, dataset: name, key: recordKey });
  const { data, error, loading, reload } = loaded;
  // The previous record stays until this one has loaded, under its own key, so that a note is written on the record shown.
  const shown = useAnswered(loaded, { dataset: name, key: recordKey });
  useReloadOn(card === null ? 0 : generationOf(card), reload);
  useCloseOnEscape(onClose);
  const since = card === null ? Number.MAX_SAFE_INTEGER : markedSince(card);
  const hear = (event: KeyboardEvent): void => {
    // Closing or leaving the record would discard a note that is being written.
    if (isWriting(event.target)) return;
    if (event.key === 'Escape') onClose();
    else if (event.altKey && event.key === 'ArrowUp') onStep?.(-1);
    else if (event.altKey && event.key === 'ArrowDown') onStep?.(1);
    else return;
    event.preventDefault();
  };
  return (
    <aside className="inspector" aria-label={`Record: ${datasets[name].singular}`} aria-busy={loading} onKeyDown={hear}>
      <InspectorBar dataset={datasets[name]} onClose={onClose} onStep={onStep} />
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {data !== null && shown !== null && (
        <RecordBody
          study={study}
          dataset={datasets[shown.words.dataset]}
          record={shown.data}
          recordKey={shown.words.key}
          since={since}
          tab={tab}
          onTab={setTab}
        />
      )}
      {children}
    </aside>
  );
}

function InspectorBar({
  dataset,
  onClose,
  onStep,
}: {
  readonly dataset: Dataset;
  readonly onClose: () => void;
  readonly onStep: ((by: -1 | 1) => void) | null;
}): ReactNode {
  return (
    <div className="inspector-bar">
      <span className="small t3">{singularTitle(dataset)}</span>
      <span className="push" />
      {onStep !== null && (
        <>
          <Tooltip label="Previous record (Alt ↑)">
            <ActionIcon
              size={24}
              aria-label="Previous record"
              onClick={() => {
                onStep(-1);
              }}
            >
              <Glyph of={IconChevronUp} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Next record (Alt ↓)">
            <ActionIcon
              size={24}
              aria-label="Next record"
              onClick={() => {
                onStep(1);
              }}
            >
              <Glyph of={IconChevronDown} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label="Close (Esc)">
        <ActionIcon size={24} aria-label="Close the record" onClick={onClose}>
          <Glyph of={IconX} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface RecordBodyProps {
  readonly study: string;
  readonly dataset: Dataset;
  readonly record: RecordFacts;
  readonly recordKey: string;
  readonly since: number;
  readonly tab: string | null;
  readonly onTab: (tab: string | null) => void;
}

function RecordBody({ study, dataset, record, recordKey, since, tab, onTab }: RecordBodyProps): ReactNode {
  const { raw, history } = record;
  const vanished = useMemo(
    () => (record.row === null ? lastKnown(dataset, recordKey, history) : null),
    [dataset, recordKey, record, history],
  );
  const row = record.row ?? vanished?.row ?? null;
  const place = placeOfRecord(dataset, recordKey, subjectOfRow(dataset, row));
  const { notes, open } = useNotesOn(study, place);
  const changed = useMemo(
    () =>
      new Set(
        history
          .filter((change) => change.kind === 'changed' && change.generation > since)
          .flatMap((change) => change.fields.map((field) => field.column)),
      ),
    [history, since],
  );
  const lines = useMemo(
    () =>
      raw === null
        ? []
        : jsonLines(
            raw,
            record.undescribed.map(({ path }) => path),
          ),
    [raw, record],
  );
  const shownTab = tab !== 'notes' && (row === null || (raw === null && tab === 'raw')) ? 'history' : tab;
  return (
    <Tabs className="inspector-tabs" value={shownTab} onChange={onTab} keepMounted={false}>
      <RecordHead dataset={dataset} record={record} vanished={vanished} recordKey={recordKey} since={since} />
      <Tabs.List>
        <Tabs.Tab
          value="fields"
          disabled={row === null}
          title={row === null ? 'The record has vanished; its last known fields are in its history.' : undefined}
        >
          Fields{row !== null && <span className="tab-count">{row.cells.filter((cell) => cell !== null).length}</span>}
        </Tabs.Tab>
        <Tabs.Tab
          value="raw"
          disabled={raw === null}
          title={raw === null ? 'Raw data is kept only for records the service still has.' : undefined}
        >
          Raw JSON
        </Tabs.Tab>
        <Tabs.Tab value="history">
          History <span className="tab-count">{formatCount(history.length)}</span>
        </Tabs.Tab>
        <Tabs.Tab value="notes">
          Notes{notes.length > 0 && <span className={open > 0 ? 'tab-count follow-open' : 'tab-count'}>{formatCount(notes.length)}</span>}
        </Tabs.Tab>
      </Tabs.List>
      <div className="inspector-pane">
        {row !== null && (
          <Tabs.Panel value="fields">
            <FieldsTab
              dataset={dataset}
              row={row}
              record={vanished === null ? record : { ...record, undescribed: [...vanished.undescribed] }}
              changed={changed}
            />
          </Tabs.Panel>
        )}
        {raw !== null && (
          <Tabs.Panel value="raw">
            <RawTab lines={lines} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="history">
          <HistoryTab dataset={dataset} history={history} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          {place.of === 'subject' ? (
            <SubjectNotes study={study} subject={place.subject} />
          ) : (
            <NotesPanel key={recordKey} study={study} place={place} />
          )}
        </Tabs.Panel>
      </div>
      {raw !== null && (
        <footer className="inspector-foot">
          <span className="small t3 num clip">{footWords(dataset, record)}</span>
          <span className="push" />
          <CopyButton
            label="Copy"
            text={shownTab === 'raw' ? linesText(lines) : raw}
            records={{ study, dataset: dataset.name, form: 'record', rows: 1, columns: 0 }}
          />
        </footer>
      )}
    </Tabs>
  );
}

/** "Labs page 17 of 97 · digest 9f3c…a21e". */
function footWords(dataset: Dataset, { page }: RecordFacts): string {
  if (page === null) return '';
  return `${dataset.title} page ${formatCount(page.number)} of ${formatCount(page.of)} · digest ${page.digest.slice(0, 4)}…${page.digest.slice(-4)}`;
}
