import type { Preferences } from '../../../shared/contract.ts';
import { AppError, reportOf } from '../../../shared/errors.ts';
import { withoutCopy } from '../../../shared/first-copy.ts';
import type { Model } from './model.ts';
import { lastFailedForNetwork } from './network-state.ts';
import { studiesPlace, studyOf } from './place.ts';
import { hasCopy, noStudiesYet, withCard } from './studies-state.ts';
import { withProgress, withStarted } from './sync-state.ts';

/** Reads the state of the application again; a locked vault empties everything that was on screen. */
export async function refreshApp(model: Model): Promise<void> {
  const state = await model.data.call('app.state');
  if (state.phase !== 'ready') {
    model.studies.update(() => noStudiesYet);
    model.sync.update(() => new Map());
    model.grids.update(() => new Map());
    model.subjectFilters.update(() => new Map());
    model.subjectViews.update(() => new Map());
    model.place.update(() => studiesPlace);
  }
  model.app.update(() => state);
}

/** Reads the studies; a failure is kept beside what is shown. */
export async function refreshStudies(model: Model): Promise<void> {
  try {
    const cards = await model.data.call('studies.list');
    model.studies.update(() => ({ cards, error: null }));
    model.network.update((before) => (before.unreachable === null ? { ...before, unreachable: lastFailedForNetwork(cards) } : before));
    const study = studyOf(model.place.get());
    if (study !== null && !cards.some((card) => card.study === study)) model.place.update(() => studiesPlace);
  } catch (error: unknown) {
    model.studies.update((before) => ({ ...before, error: reportOf(error) }));
  }
}

/** Reads one study's card again. A failure shows with the next full read. */
export async function refreshStudy(model: Model, study: string): Promise<void> {
  try {
    const card = await model.data.call('study.status', { study });
    model.studies.update((state) => withCard(state, card));
  } catch {
    await refreshStudies(model);
  }
}

/** Has what the checks of the values found counted anew: somebody changed what is found, or said something of it. */
export function recountChecks({ checks }: Pick<Model, 'checks'>): void {
  checks.update((before) => ({ ...before, marked: before.marked + 1 }));
}

/** Shows what was running when the window was loaded. */
export async function resumeSync(model: Model): Promise<void> {
  const running = await model.data.call('sync.running');
  const now = Date.now();
  model.sync.update((state) =>
    running.progress.reduce((known, progress) => withProgress(known, progress, now), withStarted(state, running.studies)),
  );
}

/** After the writer was started again: what ran in the one before has ended. True where something had. */
export async function followNewWriter(model: Model): Promise<boolean> {
  const known = model.sync.get();
  const { studies } = await model.data.call('sync.running');
  const lost = [...known.keys()].some((study) => !studies.includes(study));
  if (lost) model.sync.update((state) => new Map([...state].filter(([study]) => studies.includes(study))));
  return lost;
}

/** Starts a sync; progress and outcome come as events. Rejects when it could not start or broke off. `byItself`: nobody asked for it. */
export async function startSync(model: Model, studies: readonly string[], byItself = false): Promise<void> {
  if (studies.length === 0) return;
  model.schedule.update((before) => ({ ...before, byItself }));
  model.wait.update(() => null);
  noteTried(model, studies);
  const added = studies.filter((study) => !model.sync.get().has(study));
  model.sync.update((state) => withStarted(state, studies));
  try {
    await model.data.call('sync.start', { studies: [...studies], only: null });
  } catch (error: unknown) {
    model.sync.update((state) => new Map([...state].filter(([study]) => !added.includes(study))));
    const report = reportOf(error);
    if (report.category === 'NETWORK') model.network.update((before) => ({ ...before, unreachable: true }));
    const { category, message } = model.studies.get().cards?.some(hasCopy) === true ? report : withoutCopy(report);
    throw new AppError(category, message, error);
  }
}

/** Changes preferences at once and keeps them; what the main process says back is what counts. */
export async function changePreferences(model: Model, change: Partial<Preferences>): Promise<void> {
  model.preferences.update((before) => ({ ...before, ...change }));
  const kept = await model.data.call('preferences.set', change);
  model.preferences.update(() => kept);
}

/** Takes over what was kept elsewhere than here, by a restore: the next change of a table's columns would write over it. Rejects with an AppError. */
export async function refreshPreferences(model: Model): Promise<void> {
  const kept = await model.data.call('preferences.get');
  model.preferences.update(() => kept);
}

/** The schedule counts from the last try of all studies, whatever came of it. */
export function noteTried(model: Model, studies: readonly string[]): void {
  const { cards } = model.studies.get();
  if (cards?.every(({ study }) => studies.includes(study)) === false) return;
  model.schedule.update((before) => ({ ...before, lastAt: Date.now() }));
}
