import type { Dataset } from '../../shared/datasets/declaration.ts';
import type { Proof, SyncProgress } from '../../shared/status.ts';
import { AppError } from '../../shared/errors.ts';
import { unchanged } from '../client/request-errors.ts';
import type { Service } from '../client/service.ts';
import { beginPass, dropPass, passFacts, provePass, type PassFacts, type StagedPass } from '../store/pass.ts';
import { pageStager } from '../store/stage-page.ts';
import type { WritableStudy } from '../store/study.ts';
import { inconsistent, judgePass, mostPasses, type Inconsistency } from './judge-pass.ts';
import { lookAgain } from './look-again.ts';
import { pumpPages } from './page-pump.ts';
import { createPageWalk, type PageWalk } from './page-walk.ts';
import type { PageReader } from './page-reader.ts';
import { judgePage, readPage, severalGroups } from './read-page.ts';

/** Milliseconds: staged pages older than this are read anew. */
const resumableFor = 12 * 60 * 60 * 1000;

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
 * interrupted run are used. Errors: INCONSISTENT, and those of requests, pages and the store; only on CANCELLED and on
 * failures that may pass (NETWORK, SERVER, RATE, AUTH, TLS) the staged pages stay.
 */
export async function stageDataset(staging: Staging): Promise<StagedPass> {
  let reasons: readonly Inconsistency[] = [];
  for (let passes = 1; passes <= mostPasses; passes += 1) {
    const pass = takeUpPass(staging.study, staging.dataset);
    try {
      reasons = await readPass(staging, pass, passes);
    } catch (error: unknown) {
      if (!mayGoOn(error)) dropPass(staging.study, pass);
      throw error;
    }
    if (reasons.length === 0) return pass;
    dropPass(staging.study, pass);
  }
  throw inconsistent(reasons, mostPasses);
}

/** One pass: all pages, the counts, the second look. Gives what is inconsistent; with nothing, the pass is proven. */
async function readPass(staging: Staging, pass: StagedPass, passes: number): Promise<readonly Inconsistency[]> {
  const { service, reader, study, dataset, signal } = staging;
  const walk = resumedWalk(staging, pass);
  // No page can be known yet.
  if (pass.firstLoad) reader.start();
  const stage = pageStager(study, pass);
  const digests = new Map([...pass.pages.values()].map(({ number, digest }) => [number, digest]));
  const problem = await pumpPages({
    service,
    dataset,
    study: study.study,
    signal,
    walk,
    read: async (body, address) => readPage({ study, dataset, reader }, body, address),
    stage: (pages) => {
      stage(pages);
      for (const { number, digest } of pages) digests.set(number, digest);
    },
    onPage: () => staging.onProgress(progressOf(staging, walk), false),
  });
  if (problem === 'next-unreadable') throw nextUnreadable();
  if (problem !== null) return [problem];
  staging.onProgress(progressOf(staging, walk), true);
  const facts = passFacts(study, pass);
  if (dataset.repeated !== undefined && facts.entries > 1) throw severalGroups(study.study);
  const looked = await lookAgain(service, dataset, study.study, facts.pages, (page) => digests.get(page) ?? '', signal);
  // Members of a Group that are listed twice collapse: they say nothing against the pages.
  const repeats = dataset.repeated === undefined ? facts.repeats : 0;
  const reasons = judgePass({ entries: facts.entries, total: walk.total, repeats, ...looked });
  if (reasons.length === 0) provePass(study, pass, proofOf(facts, pass, passes));
  return reasons;
}

function proofOf(facts: PassFacts, { startedAt }: StagedPass, passes: number): Proof {
  const { pages, entries, distinct, totalAtStart, totalAtEnd, digest } = facts;
  return {
    startedAt,
    endedAt: new Date().toISOString(),
    passes,
    pages,
    entries,
    distinct,
    totalAtStart,
    totalAtEnd,
    secondLook: true,
    digest,
  };
}

/** The dataset's staged pass, unless it was begun so long ago that its pages no longer belong with newer ones. */
function takeUpPass(study: WritableStudy, dataset: Dataset): StagedPass {
  const pass = beginPass(study, dataset.name);
  if (Date.now() - Date.parse(pass.startedAt) < resumableFor) return pass;
  dropPass(study, pass);
  return beginPass(study, dataset.name);
}

/** A walk that knows the pages an interrupted run staged. */
function resumedWalk({ service, study, dataset }: Staging, pass: StagedPass): PageWalk {
  const walk = createPageWalk();
  for (const { number, entries, head } of pass.pages.values())
    walk.add(number, judgePage(dataset, head, entries, service.addressOf(dataset, study.study, number)));
  return walk;
}

function progressOf({ study, dataset }: Staging, walk: PageWalk): SyncProgress {
  return { study: study.study, dataset: dataset.name, page: walk.pages, pages: walk.announced, records: walk.entries, total: walk.total };
}

/** Failures that say nothing against the pages that were read. */
function mayGoOn(error: unknown): boolean {
  return error instanceof AppError && ['CANCELLED', 'NETWORK', 'SERVER', 'RATE', 'AUTH', 'TLS', 'STORE', 'BUSY'].includes(error.code);
}

function nextUnreadable(): AppError {
  return new AppError(
    'PROTOCOL',
    `The service announced a following page without its number, while more records are due. ${unchanged} Tell whoever runs the service.`,
  );
}
