import { useMemo, useState, type ReactNode, useCallback } from 'react';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { useAnnotate } from '../../data/calls/use-annotations.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { usePlace, useModel } from '../../data/model/model-context.ts';
import { studyPlace, subjectPlace, type RecordAddress } from '../../data/model/place.ts';
import { singularTitle } from '../../ui/parts/dataset-titles.ts';
import { FailedLoads } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { FollowMark } from '../../record/notes/follow-mark.tsx';
import { subjectOf, type Note } from '../../record/notes/note-model.ts';
import type { GridRow } from '../../../shared/contract.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useLoad, type LoadState } from '../../data/calls/use-call.ts';
import { titleOf } from '../../record/inspector/record-title.ts';
import { ShowMore } from '../../ui/parts/buttons.tsx';

/** Notes shown initially and added by each "Show more". */
const step = 200;

interface Props {
  readonly study: string;
  readonly notes: readonly Note[];
  /** The record that is open next to the list. */
  readonly current: RecordAddress | null;
}

/** Notes as a table; each opens the record or subject that it is about. */
export function NotesTable({ study, notes, current }: Props): ReactNode {
  const [limit, setLimit] = useState(step);
  const shown = notes.slice(0, limit);
  const records = useMemo(
    () =>
      notes.slice(0, limit).flatMap(({ value: { place } }) => (place.of === 'record' ? [{ dataset: place.dataset, key: place.key }] : [])),
    [notes, limit],
  );
  const titles = useRecordTitles(study, records);
  return (
    <div className="table-scroll">
      <FailedLoads of={[titles]} />
      <table className="plain-table">
        <thead>
          <tr>
            <th className="notes-follow">Follow-up</th>
            <th>Note</th>
            <th className="notes-about">On</th>
            <th className="notes-when">Last edited</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((note) => (
            <NoteLine key={note.id} study={study} note={note} titles={titles} current={current} />
          ))}
        </tbody>
      </table>
      <ShowMore
        left={notes.length - limit}
        onMore={() => {
          setLimit(limit + step);
        }}
      />
    </div>
  );
}

function NoteLine({
  study,
  note,
  titles,
  current,
}: Omit<Props, 'notes'> & { readonly note: Note; readonly titles: Pick<RecordTitles, 'data' | 'error'> }): ReactNode {
  const { go } = usePlace();
  const { place, text } = note.value;
  const address: RecordAddress =
    place.of === 'record' ? { dataset: place.dataset, key: place.key } : { dataset: 'subjects', key: place.subject };
  const isCurrent = current?.dataset === address.dataset && current.key === address.key;
  const open = (): void => {
    go(place.of === 'subject' ? subjectPlace(study, place.subject) : studyPlace(study, 'notes', address));
  };
  const subject = subjectOf(note);
  return (
    <tr className="plain-line" data-record={address.dataset} aria-current={isCurrent ? 'true' : undefined}>
      <td>
        <FollowToggle study={study} note={note} />
      </td>
      <td className="notes-words selectable">{text}</td>
      <td>
        <div className="notes-record">
          <button type="button" className="link" onClick={open}>
            {place.of === 'subject' ? `Subject ${place.subject}` : aboutWords(address, titles)}
          </button>
          {place.of === 'record' && (
            <span className="small t3 clip">
              {singularTitle(datasets[place.dataset])}
              {subject === null ? '' : ` · Subject ${subject}`}
            </span>
          )}
        </div>
      </td>
      <td className="notes-when num t2">{formatMoment(note.at)}</td>
    </tr>
  );
}

/** Title of a record; its key if the title could not be read or the record is no longer mirrored. */
export function aboutWords(address: RecordAddress, { data, error }: Pick<RecordTitles, 'data' | 'error'>): string {
  if (data === null) return error === null ? ' ' : address.key;
  return data.get(recordId(address)) ?? `${address.key} (vanished)`;
}

/** Shows whether a follow-up is open; clicking marks it as done or reopens it. */
function FollowToggle({ study, note: { id, value } }: { readonly study: string; readonly note: Note }): ReactNode {
  const { write } = useAnnotate(study);
  if (value.followUp === 'none') return null;
  const toggled = value.followUp === 'open' ? 'done' : 'open';
  const words = toggled === 'done' ? 'mark as done' : 'reopen';
  return (
    <button
      type="button"
      className="follow-toggle"
      title={words}
      aria-label={`${value.followUp === 'open' ? 'Follow-up' : 'Done'}, ${words}`}
      onClick={() => {
        write({ kind: 'note', value: { ...value, followUp: toggled } }, id).catch((error: unknown) => {
          showFailure('The follow-up could not be changed', error);
        });
      }}
    >
      <FollowMark followUp={value.followUp} />
    </button>
  );
}

/** Maximum number of records per request. */
const mostAtOnce = 1000;

export interface NamedRecord {
  readonly dataset: DatasetName;
  readonly key: string;
}

type RecordTitles = LoadState<ReadonlyMap<string, string>>;

/** Titles of records from their rows, keyed by `dataset/key`. Records that are no longer mirrored have none. */
function useRecordTitles(study: string, records: readonly NamedRecord[]): RecordTitles {
  const { data } = useModel();
  const asked = JSON.stringify(records);
  const load = useCallback(() => readTitles(data.call, study, JSON.parse(asked) as NamedRecord[]), [data, study, asked]);
  return useLoad(load);
}

function recordId({ dataset, key }: NamedRecord): string {
  return `${dataset}/${key}`;
}

async function readTitles(call: Call, study: string, records: readonly NamedRecord[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  for (const dataset of new Set(records.map((record) => record.dataset))) {
    const keys = [...new Set(records.filter((record) => record.dataset === dataset).map(({ key }) => key))];
    for (let at = 0; at < keys.length; at += mostAtOnce) {
      const rows = await call('rows.named', { study, dataset, keys: keys.slice(at, at + mostAtOnce) });
      for (const row of rows) titles.set(recordId({ dataset, key: row.key }), titleWords(dataset, row));
    }
  }
  return titles;
}

/** "ALT (SGPT) 62 U/L · C2D1 · 2025-10-03 08:04". */
function titleWords(name: DatasetName, row: GridRow): string {
  const dataset = datasets[name];
  const { title, context } = titleOf(dataset, row);
  const when = context.filter((word) => !word.startsWith('Subject '));
  return [title.join(' '), ...when].filter((word) => word !== '').join(' · ');
}
