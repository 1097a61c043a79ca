import { existsSync } from 'node:fs';
import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { emptyDataset } from '../../shared/empty-status.ts';
import { AppError, reportOf, type ErrorReport } from '../../shared/errors.ts';
import { withoutCopy } from '../../shared/first-copy.ts';
import type { DatasetStatus, StudyStatus, SyncProgress } from '../../shared/status.ts';
import { cancelled } from '../client/request-errors.ts';
import type { Service } from '../client/service.ts';
import { applyFlip } from '../store/flip/apply-flip.ts';
import type { StagedPass } from '../store/passes/pass.ts';
import { planFlip, type DatasetFlip, type FlipPlan } from '../store/flip/plan-flip.ts';
import { readStudyStatus, recordPendingReview, recordOutcome } from '../store/database/status.ts';
import { knownStoreError } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';
import { createStudyFile } from '../store/study-file/study-file.ts';
import { keepFileSmall } from './keep-file-small.ts';
import { withKnownClock } from './known-clock.ts';
import { notAvailable } from './not-available.ts';
import type { PageReader } from './page-reader.ts';
import { shrinksTooMuch } from './shrink-guard.ts';
import { confirmStudy, type Candidate, type Demands } from './confirm-study.ts';
import { createRunOrder, type RunOrder } from './collected-pages.ts';
import { DatasetReading } from './read-dataset.ts';
import { asOfProof } from '../store/database/stored-proof.ts';
import type { StudyFiles } from './writable-files.ts';
import type { StudyFile, SyncHost } from '../vault/studies/sync-host.ts';

export interface StudyRun {
  readonly host: SyncHost;
  readonly files: StudyFiles;
  readonly service: Service;
  readonly reader: PageReader;
  readonly study: string;
  readonly only: readonly DatasetName[] | null;
  readonly acceptShrink: boolean;
  readonly demands: Demands;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SyncProgress, last: boolean) => void;
  readonly onFirstCollected?: (study: string, dataset: DatasetName, records: number) => void;
}

/** Result of reading a dataset before the flip. `besideOthers`: its error message if another dataset was answered. */
type Read = { readonly pass: StagedPass } | { readonly error: ErrorReport; readonly besideOthers?: ErrorReport | undefined };

/**
 * Mirrors one study: each dataset is read and proven on its own, then all proven ones flip in one transaction. The others keep their
 * earlier copy and its as-of time. Never throws: failures are errors of datasets in the returned status.
 */
export async function syncStudy(run: StudyRun): Promise<StudyStatus> {
  let file: StudyFile | null = null;
  let study: WritableStudy | null = null;
  try {
    file = await run.host.studyFile(run.study);
    study = await openStudy(run, file);
    const reads = takenBackIfCancelled(run, await readDatasets(run, study, file));
    if (!run.signal.aborted) await flipProven(run, study, reads);
    await keepFileSmall(study, run.signal);
    return withErrors(chosenStatus(run, readStudyStatus(study)), errorsOf(reads));
  } catch (error: unknown) {
    return failedStudy(run, study, file, reportOf(knownStoreError(error, `The cache of study ${run.study}`)));
  } finally {
    // Without a mark, the file is treated as if its writer had been interrupted; nothing is lost.
    if (study !== null) await run.files.close(study).catch(() => undefined);
  }
}

/** The datasets of a run, in reading order. */
function chosenDatasets(only: readonly DatasetName[] | null): readonly DatasetName[] {
  return datasetNames.filter((name) => only === null || only.includes(name));
}

async function openStudy(run: StudyRun, file: StudyFile): Promise<WritableStudy> {
  const mirrored = file.seal.current !== null || file.seal.pending !== null;
  if (!mirrored && !existsSync(file.path)) createStudyFile(file.path, file.key, run.study);
  return run.files.open(run.study, file);
}

/** Collects all datasets, then confirms them together. */
async function readDatasets(run: StudyRun, study: WritableStudy, file: StudyFile): Promise<ReadonlyMap<DatasetName, Read>> {
  const order = createRunOrder();
  const reads = new Map<DatasetName, Read>();
  const collected = new Map<DatasetName, Candidate>();
  for (const name of chosenDatasets(run.only)) {
    const read = await collectDataset(run, study, { name, wasRead: !file.fromPack.includes(name) }, order);
    if (!('error' in read) && read.firstRecords > 0) run.onFirstCollected?.(run.study, name, read.firstRecords);
    if ('error' in read) reads.set(name, read);
    else collected.set(name, { reading: read, hasConfirmedCopy: hasConfirmedCopy(study, name) });
  }
  const proven = await confirmStudy(collected, run.demands, () => run.service.clockOffset());
  for (const [name, result] of proven) reads.set(name, 'pass' in result ? result : failedRead(run, name, result.error));
  if (proven.size === 0) return reads;
  return new Map([...reads].map(([name, read]) => [name, 'error' in read ? { error: read.besideOthers ?? read.error } : read]));
}

function hasConfirmedCopy({ db }: WritableStudy, dataset: DatasetName): boolean {
  const shown = "SELECT 1 FROM state s JOIN pass p ON p.id = s.pass WHERE s.dataset = ? AND p.proof ->> '$.confirmed'";
  return db.prepare(shown).get(dataset) !== undefined;
}

/** A cancelled run flips nothing: proven passes stay staged for the next run, and the earlier copy stays visible. */
function takenBackIfCancelled({ signal }: StudyRun, reads: ReadonlyMap<DatasetName, Read>): ReadonlyMap<DatasetName, Read> {
  if (!signal.aborted) return reads;
  return new Map([...reads].map(([name, read]) => [name, 'error' in read ? read : { error: cancelled().report }]));
}

async function collectDataset(
  run: StudyRun,
  study: WritableStudy,
  { name, wasRead }: { readonly name: DatasetName; readonly wasRead: boolean },
  order: RunOrder,
): Promise<DatasetReading | Extract<Read, { error: ErrorReport }>> {
  const ended = run.signal.aborted ? cancelled() : run.service.ended(run.study);
  if (ended !== null) return { error: withKnownClock(study, ended).report };
  const { service, reader, signal, onProgress } = run;
  try {
    const reading = new DatasetReading({ service, reader, study, dataset: datasets[name], wasRead, signal, order, onProgress });
    await reading.collect();
    return reading;
  } catch (error: unknown) {
    // Store errors concern all datasets.
    if (!(error instanceof AppError) || ['STORE', 'CORRUPT', 'BUSY'].includes(error.code)) throw error;
    return failedRead(run, name, withKnownClock(study, error));
  }
}

function failedRead(run: StudyRun, name: DatasetName, error: AppError): Extract<Read, { error: ErrorReport }> {
  return { error: error.report, besideOthers: notAvailable(datasets[name], run.study, error)?.report };
}

/** Flips what was proven and is not pending review. The seal of the new state is stored before the flip and completed afterwards. */
async function flipProven(run: StudyRun, study: WritableStudy, reads: ReadonlyMap<DatasetName, Read>): Promise<void> {
  const proven = [...reads.values()].flatMap((read) => ('pass' in read ? [read.pass] : []));
  const { plan, pending } = planWithin(run, study, proven);
  if (plan !== null) await showPlanned(run.host, study, plan);
  for (const { dataset, pass, records, before, proof, subjects } of pending) {
    recordPendingReview(study, { id: pass, dataset }, { records, lost: before - records, asOf: asOfProof(proof), subjects });
  }
  for (const { dataset, state, error } of withErrors(readStudyStatus(study), errorsOf(reads)).datasets) {
    if (errorsOf(reads).has(dataset)) recordOutcome(study, dataset, { state, error });
  }
}

/**
 * Applies a flip, with its seal stored before and completed afterwards. A committed flip counts even if completing the seal fails: the next
 * opening completes it.
 */
export async function showPlanned(host: SyncHost, study: WritableStudy, plan: FlipPlan): Promise<void> {
  await host.saveSeal(study.study, plan.seal, 'pending');
  applyFlip(study, plan);
  await host.saveSeal(study.study, plan.seal, 'complete').catch(() => undefined);
}

/** The plan for what the shrink guard accepts, and what it holds for review. */
function planWithin(
  run: StudyRun,
  study: WritableStudy,
  proven: readonly StagedPass[],
): { readonly plan: FlipPlan | null; readonly pending: readonly DatasetFlip[] } {
  if (proven.length === 0) return { plan: null, pending: [] };
  const plan = planFlip(study, proven);
  const pending = run.acceptShrink ? [] : plan.datasets.filter(shrinksTooMuch);
  if (pending.length === 0) return { plan, pending };
  const rest = proven.filter(({ dataset }) => pending.every((flip) => flip.dataset !== dataset));
  return { plan: rest.length === 0 ? null : planFlip(study, rest), pending };
}

function errorsOf(reads: ReadonlyMap<DatasetName, Read>): ReadonlyMap<DatasetName, ErrorReport> {
  return new Map([...reads].flatMap(([name, read]) => ('error' in read ? [[name, read.error] as const] : [])));
}

function chosenStatus(run: StudyRun, { study, datasets: all }: StudyStatus): StudyStatus {
  const chosen = chosenDatasets(run.only);
  return { study, datasets: all.filter(({ dataset }) => chosen.includes(dataset)) };
}

/** Sets this run's errors in the status, whatever was stored for these datasets. */
function withErrors(status: StudyStatus, errors: ReadonlyMap<DatasetName, ErrorReport>): StudyStatus {
  return {
    study: status.study,
    datasets: status.datasets.map((dataset) => {
      const error = errors.get(dataset.dataset);
      if (error === undefined) return dataset;
      const none = { added: 0, changed: 0, vanished: 0 };
      return dataset.asOf === null
        ? { ...dataset, ...none, state: 'none', error: withoutCopy(error) }
        : { ...dataset, ...none, state: 'kept', error };
    }),
  };
}

/** The status if the study could not be opened or its store failed. Earlier copies are unchanged. */
function failedStudy(run: StudyRun, study: WritableStudy | null, file: StudyFile | null, error: ErrorReport): StudyStatus {
  const names = chosenDatasets(run.only);
  const errors = new Map(names.map((name) => [name, error] as const));
  const counts = file?.seal.current?.counts ?? {};
  const known: StudyStatus = tryStatus(study) ?? { study: run.study, datasets: names.map((name) => unreadable(name, counts[name])) };
  const status = withErrors(chosenStatus(run, known), errors);
  if (study !== null) return status;
  const reported = (state: DatasetStatus['state']): ErrorReport => (state === 'none' ? withoutCopy(error) : error);
  return { study: run.study, datasets: known.datasets.map((dataset) => ({ ...dataset, error: reported(dataset.state) })) };
}

function tryStatus(study: WritableStudy | null): StudyStatus | null {
  try {
    return study === null ? null : readStudyStatus(study);
  } catch {
    return null;
  }
}

function unreadable(dataset: DatasetName, records: number | undefined): DatasetStatus {
  return records === undefined ? emptyDataset(dataset) : { ...emptyDataset(dataset), state: 'kept', records };
}
