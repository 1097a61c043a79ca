import type { EventData } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { SyncProgress } from '../../../shared/status.ts';

export interface StudySync {
  /** The latest progress; null before the first page. */
  readonly progress: SyncProgress | null;
  /** Datasets that this sync has read, whatever the outcome. */
  readonly finished: readonly DatasetName[];
  /** When the dataset in progress began (milliseconds since the epoch), and how many records it had then. */
  readonly since: { readonly at: number; readonly records: number } | null;
}

/** What a sync waits for before it continues. */
export type SyncWait = EventData<'sync.pause'>;

/** The studies of the running sync; empty if none is running. */
export type SyncState = ReadonlyMap<string, StudySync>;

const waiting: StudySync = { progress: null, finished: [], since: null };

export function withStarted(state: SyncState, studies: readonly string[]): SyncState {
  return new Map([...state, ...studies.filter((study) => !state.has(study)).map((study) => [study, waiting] as const)]);
}

export function withProgress(state: SyncState, progress: SyncProgress, now: number): SyncState {
  const before = state.get(progress.study) ?? waiting;
  const same = before.progress?.dataset === progress.dataset;
  const since = same && before.since !== null ? before.since : { at: now, records: progress.records };
  return new Map(state).set(progress.study, { ...(same ? before : withRead(before)), progress, since });
}

/** Marks the dataset in progress as read. Datasets are read one after the other, so it is finished when the next one begins. */
function withRead(sync: StudySync): StudySync {
  const read = sync.progress?.dataset;
  return read === undefined || sync.finished.includes(read) ? sync : { ...sync, finished: [...sync.finished, read] };
}

export function withDataset(state: SyncState, event: EventData<'sync.dataset'>): SyncState {
  const before = state.get(event.study);
  if (before === undefined || before.finished.includes(event.status.dataset)) return state;
  return new Map(state).set(event.study, { ...before, finished: [...before.finished, event.status.dataset] });
}

/** Fraction of the dataset in progress that is done, 0 to 1; null if the service does not report a total. */
export function shareOf(progress: SyncProgress): number | null {
  if (progress.confirmed !== undefined && progress.toConfirm !== undefined)
    return progress.toConfirm === 0 ? 1 : progress.confirmed / progress.toConfirm;
  if (progress.total !== null && progress.total > 0) return Math.min(1, progress.records / progress.total);
  if (progress.pages !== null && progress.pages > 0) return Math.min(1, progress.page / progress.pages);
  return null;
}

/** Remaining seconds of the dataset in progress at the pace so far; null while that would be a guess. */
export function secondsLeft(sync: StudySync, now: number): number | null {
  const { progress, since } = sync;
  if (progress === null || since === null || progress.total === null) return null;
  const elapsed = (now - since.at) / 1000;
  const done = progress.records - since.records;
  if (elapsed < 2 || done <= 0) return null;
  return Math.ceil(((progress.total - progress.records) * elapsed) / done);
}
