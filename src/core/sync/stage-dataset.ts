import type { Dataset } from '../../shared/datasets/declaration.ts';
import type { SyncProgress } from '../../shared/status.ts';
import { AppError } from '../../shared/errors.ts';
import { unchanged } from '../client/request-errors.ts';
import type { Service } from '../client/service.ts';
import {
  beginPass,
  dropPass,
  passFacts,
  provePass,
  restoreProof,
  stagedHeads,
  type Repetition,
  type StagedPage,
  type StagedPass,
} from '../store/pass.ts';
import { proofOf } from '../store/proof.ts';
import { pageStager } from '../store/stage-page.ts';
import type { WritableStudy } from '../store/study.ts';
import { inconsistent, judgePass, mostPasses } from './judge-pass.ts';
import { lookAgain, lookAt } from './look-again.ts';
import { pumpPages } from './page-pump.ts';
import { createPageWalk, type PageWalk } from './page-walk.ts';
import type { PageReader } from './page-reader.ts';
import { judgePage, readPage, severalGroups } from './read-page.ts';
import { isLongBreak, isResumable, newestOf } from './resume-policy.ts';
import { createThrift } from './thrift.ts';

export interface Staging {
  readonly service: Service;
  readonly reader: PageReader;
  readonly study: WritableStudy;
  readonly dataset: Dataset;
  readonly signal: AbortSignal;
  /** `last`: nothing more follows for this dataset. */
  readonly onProgress: (progress: SyncProgress, last: boolean) => void;
}

/**
 * Reads all pages of a dataset into a staged pass and proves it complete, in three passes at most; staged pages of an
 * interrupted run are used. Errors: INCONSISTENT, and those of requests, pages and the store. The staged pages stay with every error
 * that says nothing against them (all but INCONSISTENT, SECURITY, LIMIT, and a chain or a Group that cannot be read on), and what
 * was proven before stays with every error.
 */
export async function stageDataset(staging: Staging): Promise<StagedPass> {
  let repeated: readonly Repetition[] = [];
  for (let passes = 1; passes <= mostPasses; passes += 1) {
    const pass = await takeUpPass(staging, repeated);
    const reasons = await provenOrWhyNot(staging, pass);
    if (reasons.length === 0) return pass;
    dropPass(staging.study, pass);
    repeated = [...pass.repeated, reasons];
  }
  throw inconsistent(repeated.at(-1) ?? [], mostPasses);
}

/** Reads a pass; one that cannot be finished now stays staged where that may change, as proven as it was. */
async function provenOrWhyNot(staging: Staging, pass: StagedPass): Promise<Repetition> {
  try {
    const walk = resumedWalk(staging, pass);
    return (await lookAtNewest(staging, pass, walk)) ? await readPass(staging, pass, walk) : ['page-changed'];
  } catch (error: unknown) {
    leaveStaged(staging.study, pass, error);
    throw error;
  }
}

/** What an error leaves of a pass: all of it, as proven as it was, or nothing. A damaged file is not written to any more. */
function leaveStaged(study: WritableStudy, pass: StagedPass, error: unknown): void {
  if (error instanceof AppError && error.code === 'CORRUPT') return;
  if (pass.proven !== null) restoreProof(study, pass);
  else if (!(error instanceof AppError) || ['SECURITY', 'LIMIT'].includes(error.code)) dropPass(study, pass);
}

/**
 * Whether the newest page of an interrupted pass is still as it was staged, before others join it. While nobody read, records may
 * have gone before it and come after it; then it moved as well, and the pass need not be read to its end.
 */
async function lookAtNewest(
  { service, study, dataset, signal }: Staging,
  { resumed, pages }: StagedPass,
  walk: PageWalk,
): Promise<boolean> {
  if (resumed === null || walk.closedAt() !== null || !isLongBreak(Date.parse(resumed.at), Date.now())) return true;
  const newest = pages.get(newestOf([...pages.keys()], walk.announced) ?? 0);
  return newest === undefined || lookAt(service, dataset, study.study, newest, signal);
}

/** One pass: all pages, the counts, the second look. Gives what is inconsistent; with nothing, the pass is proven. */
async function readPass(staging: Staging, pass: StagedPass, walk: PageWalk): Promise<Repetition> {
  const { service, reader, study, dataset, signal } = staging;
  // No page can be known yet.
  if (pass.firstLoad) reader.start();
  const thrift = createThrift();
  const stage = pageStager(study, pass, thrift.collect);
  const problem = await pumpPages({
    service,
    dataset,
    study: study.study,
    signal,
    walk,
    read: async (body, address) => readPage({ study, dataset, reader }, body, address),
    stage,
    thrift,
    onPage: () => staging.onProgress(progressOf(staging, walk), false),
  });
  if (problem === 'next-unreadable') throw refused(staging, pass, nextUnreadable());
  if (problem !== null) return [problem];
  staging.onProgress(progressOf(staging, walk), true);
  const facts = passFacts(study, pass);
  if (dataset.repeated !== undefined && facts.entries > 1) throw refused(staging, pass, severalGroups(study.study));
  const looked = await lookAgain(service, dataset, study.study, [stagedPage(pass, 1), stagedPage(pass, facts.pages)], signal);
  // Members of a Group that are listed twice collapse: they say nothing against the pages.
  const repeats = dataset.repeated === undefined ? facts.repeats : 0;
  const reasons = judgePass({ entries: facts.entries, total: walk.total, repeats, ...looked });
  if (reasons.length === 0) provePass(study, pass, proofOf(study, pass, facts, walk.foreignLinks));
  return reasons;
}

/** The error of pages that no further reading would mend: the next run reads all of them anew. */
function refused({ study }: Staging, pass: StagedPass, error: AppError): AppError {
  dropPass(study, pass);
  return error;
}

/**
 * The dataset's staged pass, unless it was begun so long ago that its pages no longer belong with newer ones. One that was proven
 * may wait for a person: it goes only once the service answers for page 1 of what takes its place.
 */
async function takeUpPass({ service, study, dataset, signal }: Staging, repeated: readonly Repetition[]): Promise<StagedPass> {
  const pass = beginPass(study, dataset.name, repeated);
  if (isResumable(Date.parse(pass.startedAt), Date.now())) return pass;
  if (pass.proven !== null) {
    try {
      await lookAt(service, dataset, study.study, stagedPage(pass, 1), signal);
    } catch (error: unknown) {
      leaveStaged(study, pass, error);
      throw error;
    }
  }
  dropPass(study, pass);
  return beginPass(study, dataset.name, repeated);
}

function stagedPage({ pages }: StagedPass, number: number): StagedPage {
  const page = pages.get(number);
  if (page === undefined) throw new TypeError('A pass whose chain closed lacks a page.');
  return page;
}

/** A walk that knows the pages an interrupted run staged. */
function resumedWalk({ service, study, dataset }: Staging, pass: StagedPass): PageWalk {
  const walk = createPageWalk();
  for (const { number, entries, head } of stagedHeads(study, pass))
    walk.add(number, judgePage(dataset, head, entries, service.addressOf(dataset, study.study, number)));
  return walk;
}

function progressOf({ study, dataset }: Staging, walk: PageWalk): SyncProgress {
  return { study: study.study, dataset: dataset.name, page: walk.pages, pages: walk.announced, records: walk.entries, total: walk.total };
}

function nextUnreadable(): AppError {
  return new AppError(
    'PROTOCOL',
    `The service announced a following page without its number, while more records are due. ${unchanged} Tell whoever runs the service.`,
  );
}
