import type { Preferences } from '../../../shared/contract.ts';
import { AppError, reportOf } from '../../../shared/errors.ts';
import { withoutCopy } from '../../../shared/first-copy.ts';
import type { Model } from './model.ts';
import { lastFailedForNetwork } from './network-state.ts';
import type { Store } from './store.ts';
import { studiesPlace, studyOf } from './place.ts';
import { hasCopy, noStudiesYet, withCard } from './studies-state.ts';
import { withProgress, withStarted } from './sync-state.ts';

/** Reads the application state. Unless the vault is open, clears what the studies showed and goes back to their list. */
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

/** Reads the studies. If that fails, keeps those that are shown and stores the error with them. */
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

/** Reads one study's card. If that fails, reads all of them, which shows any error. */
export async function refreshStudy(model: Model, study: string): Promise<void> {
  try {
    const card = await model.data.call('study.status', { study });
    model.studies.update((state) => withCard(state, card));
  } catch {
    await refreshStudies(model);
  }
}

type ViewState = Pick<Model, 'grids' | 'chartChoices' | 'noteDrafts' | 'grownWidths' | 'subjectFilters' | 'subjectViews'>;

/** Forgets filters, view settings and unfinished notes of a wiped study. They contain values of its records, and would apply if it were added again. */
export function forgetStudy(
  { grids, chartChoices, noteDrafts, grownWidths, subjectFilters, subjectViews }: ViewState,
  study: string,
): void {
  const forget = <T>({ update }: Store<ReadonlyMap<string, T>>): void => {
    update((all) => new Map([...all].filter(([key]) => key !== study && !key.startsWith(`${study}/`))));
  };
  forget(grids);
  forget(chartChoices);
  forget(noteDrafts);
  forget(grownWidths);
  forget(subjectFilters);
  forget(subjectViews);
}

/** Triggers a recount of the findings of checks. Call after a change of what they find, or of what is marked as looked at. */
export function recountChecks({ checks }: Pick<Model, 'checks'>): void {
  checks.update((before) => ({ ...before, marked: before.marked + 1 }));
}

/** Shows the syncs that were running when the window was loaded. */
export async function resumeSync(model: Model): Promise<void> {
  const running = await model.data.call('sync.running');
  const now = Date.now();
  model.sync.update((state) =>
    running.progress.reduce((known, progress) => withProgress(known, progress, now), withStarted(state, running.studies)),
  );
}

/** Call after the writer was restarted. Removes syncs that ended with the previous writer; true if there were any. */
export async function followNewWriter(model: Model): Promise<boolean> {
  const known = model.sync.get();
  const { studies } = await model.data.call('sync.running');
  const lost = [...known.keys()].some((study) => !studies.includes(study));
  if (lost) model.sync.update((state) => new Map([...state].filter(([study]) => studies.includes(study))));
  return lost;
}

/** Starts a sync; progress and outcome come as events. Rejects if it cannot start or is aborted. `byItself`: started by the schedule. */
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
    if (report.code === 'NETWORK') model.network.update((before) => ({ ...before, unreachable: true }));
    const { code, message } = model.studies.get().cards?.some(hasCopy) === true ? report : withoutCopy(report);
    throw new AppError(code, message, error);
  }
}

/** Changes preferences at once and stores them. Those returned by the main process replace the change, unless there is a newer one. */
export async function changePreferences(
  { data, preferences, unstored }: Pick<Model, 'data' | 'preferences' | 'unstored'>,
  change: Partial<Preferences>,
): Promise<void> {
  preferences.update((before) => ({ ...before, ...change }));
  unstored.update((before) => before + 1);
  const stored = data.call('preferences.set', change).finally(() => {
    unstored.update((before) => before - 1);
  });
  const kept = await stored;
  if (unstored.get() === 0) preferences.update(() => kept);
}

/** Reads preferences that a restore changed; otherwise the next change of columns would overwrite them. Rejects with an AppError. */
export async function refreshPreferences(model: Model): Promise<void> {
  const kept = await model.data.call('preferences.get');
  model.preferences.update(() => kept);
}

/** Restarts the schedule's interval if all studies were attempted, whatever the outcome. */
export function noteTried(model: Model, studies: readonly string[]): void {
  const { cards } = model.studies.get();
  if (cards?.every(({ study }) => studies.includes(study)) === false) return;
  model.schedule.update((before) => ({ ...before, lastAt: Date.now() }));
}
