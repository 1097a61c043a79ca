import type { AppState, Preferences } from '../../../shared/contract.ts';
import type { DataSource } from '../port/data-source.ts';
import type { GridStates } from '../table/grid-state.ts';
import type { AllGrownWidths } from '../table/layout.ts';
import type { NetworkState } from './network-state.ts';
import { type Place, studiesPlace } from './place.ts';
import type { ScheduleState } from './schedule.ts';
import { type Store, createStore } from './store.ts';
import { type StudiesState, noStudiesYet } from './studies-state.ts';
import type { SubjectViews } from './subject-view.ts';
import type { SubjectFilters } from './subject-filter.ts';
import type { SyncState, SyncWait } from './sync-state.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';

/** All state that outlives a screen, and the way to data. One per window. */
export interface Model {
  readonly data: DataSource;
  readonly app: Store<AppState>;
  readonly preferences: Store<Preferences>;
  readonly place: Store<Place>;
  readonly studies: Store<StudiesState>;
  readonly sync: Store<SyncState>;
  /** Null while the run goes on, or none is. */
  readonly wait: Store<SyncWait | null>;
  readonly network: Store<NetworkState>;
  readonly schedule: Store<ScheduleState>;
  readonly grids: Store<GridStates>;
  readonly grownWidths: Store<AllGrownWidths>;
  readonly subjectFilters: Store<SubjectFilters>;
  /** What was chosen of the charts, by `study/name`. */
  readonly chartChoices: Store<ReadonlyMap<string, string>>;
  readonly checks: Store<ChecksState>;
  /** Grows whenever an annotation is written or taken away here: whoever lists them asks again. */
  readonly annotated: Store<number>;
  readonly subjectViews: Store<SubjectViews>;
  /** The copy of records that waits for the passphrase. */
  readonly pendingCopy: Store<PendingCopy | null>;
}

/** Reads what the first frame needs. Rejects with an AppError when the main process does not answer. */
export async function loadModel(data: DataSource, online: boolean): Promise<Model> {
  const [app, preferences] = await Promise.all([data.call('app.state'), data.call('preferences.get')]);
  return {
    data,
    app: createStore(app),
    preferences: createStore(preferences),
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
    checks: createStore(nothingChecked),
    annotated: createStore(0),
    subjectViews: createStore<SubjectViews>(new Map()),
    pendingCopy: createStore<PendingCopy | null>(null),
  };
}

/** What the window remembers of the checks of the values. */
interface ChecksState {
  /** Grows when a mark "looked at" was set or taken back: counts are asked for again. */
  readonly marked: number;
  /** Studies whose values somebody asked to be checked. */
  readonly asked: ReadonlySet<string>;
}

const nothingChecked: ChecksState = { marked: 0, asked: new Set() };

/** A copy of records that waits for the passphrase. */
export interface PendingCopy {
  readonly copied: CopiedRecords;
  /** Rejects with an AppError where it is not the right one; the copy then waits on. */
  readonly confirm: (passphrase: string) => Promise<void>;
  readonly cancel: () => void;
}
