import type { AppState, Preferences } from '../../../shared/contract.ts';
import type { DataSource } from '../port/data-source.ts';
import type { GridStates } from '../table/grid-state.ts';
import type { AllGrownWidths } from '../table/layout.ts';
import type { NoteDrafts } from './note-drafts.ts';
import type { NetworkState } from './network-state.ts';
import { type Place, studiesPlace } from './place.ts';
import { type Store, createStore } from './store.ts';
import { type StudiesState, noStudiesYet } from './studies-state.ts';
import type { SubjectViews } from './subject-view.ts';
import type { SubjectFilters } from './subject-filter.ts';
import type { SyncState, SyncWait } from './sync-state.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';

/** All state that outlives a screen, and the source of data. One per window. */
export interface Model {
  readonly data: DataSource;
  readonly app: Store<AppState>;
  readonly preferences: Store<Preferences>;
  /** Number of changes of preferences that are not stored yet. Until they are, what the main process has is older than what is shown. */
  readonly unstored: Store<number>;
  readonly place: Store<Place>;
  readonly studies: Store<StudiesState>;
  readonly sync: Store<SyncState>;
  /** What a sync waits for; null if it is not waiting, or none is running. */
  readonly wait: Store<SyncWait | null>;
  readonly network: Store<NetworkState>;
  readonly schedule: Store<ScheduleState>;
  readonly grids: Store<GridStates>;
  readonly grownWidths: Store<AllGrownWidths>;
  readonly subjectFilters: Store<SubjectFilters>;
  /** Choices for charts, by `study/name`. */
  readonly chartChoices: Store<ReadonlyMap<string, string>>;
  readonly noteDrafts: Store<NoteDrafts>;
  readonly checks: Store<ChecksState>;
  /** Grows whenever this window writes or removes an annotation, so that lists of them reload. */
  readonly annotated: Store<number>;
  readonly subjectViews: Store<SubjectViews>;
  readonly pendingCopy: Store<PendingCopy | null>;
}

/** Reads what the first frame needs. Rejects with an AppError if the main process does not answer. */
export async function loadModel(data: DataSource, online: boolean): Promise<Model> {
  const [app, preferences] = await Promise.all([data.call('app.state'), data.call('preferences.get')]);
  return {
    data,
    app: createStore(app),
    preferences: createStore(preferences),
    unstored: createStore(0),
    place: createStore<Place>(studiesPlace),
    studies: createStore(noStudiesYet),
    sync: createStore<SyncState>(new Map()),
    wait: createStore<SyncWait | null>(null),
    network: createStore<NetworkState>({ online, unreachable: null }),
    schedule: createStore<ScheduleState>({ openedAt: Date.now(), onStart: preferences.sync.onStart, lastAt: null, byItself: false }),
    grids: createStore<GridStates>(new Map()),
    grownWidths: createStore<AllGrownWidths>(new Map()),
    subjectFilters: createStore<SubjectFilters>(new Map()),
    chartChoices: createStore<ReadonlyMap<string, string>>(new Map()),
    noteDrafts: createStore<NoteDrafts>(new Map()),
    checks: createStore(nothingChecked),
    annotated: createStore(0),
    subjectViews: createStore<SubjectViews>(new Map()),
    pendingCopy: createStore<PendingCopy | null>(null),
  };
}

/** State of the sync schedule in this window. Times are in milliseconds since the epoch. */
export interface ScheduleState {
  readonly openedAt: number;
  /** Whether "on start" was set when the window was opened. Setting it later affects the next start. */
  readonly onStart: boolean;
  /** When a sync of all studies last began or ended, whatever its outcome; null if none did since the window was opened. */
  readonly lastAt: number | null;
  /** Whether the current or last sync was started by the schedule. */
  readonly byItself: boolean;
}

/** State of the checks of values in this window. */
interface ChecksState {
  /** Grows when findings or their "looked at" marks may have changed, so that counts reload. */
  readonly marked: number;
  /** Studies whose checks a person requested. */
  readonly asked: ReadonlySet<string>;
}

const nothingChecked: ChecksState = { marked: 0, asked: new Set() };

/** A copy of records that waits for the passphrase. */
export interface PendingCopy {
  readonly copied: CopiedRecords;
  /** Rejects with an AppError if the passphrase is wrong; the copy then keeps waiting. */
  readonly confirm: (passphrase: string) => Promise<void>;
  readonly cancel: () => void;
}
