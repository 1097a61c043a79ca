import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Proof, SyncProgress } from '../../shared/status.ts';
import { AppError } from '../../shared/errors.ts';
import { pageAllowance } from '../client/byte-budget.ts';
import { unchanged } from '../client/request-errors.ts';
import type { Service } from '../client/service.ts';
import { countAbsent } from '../store/flip/absent-records.ts';
import {
  beginPass,
  dropPass,
  passFacts,
  provePass,
  stagedHeads,
  type PassFacts,
  type Repetition,
  type StagedPass,
} from '../store/passes/pass.ts';
import { indexAhead } from '../store/database/projection.ts';
import { proofOf } from '../store/passes/proof.ts';
import { pageStager } from '../store/passes/stage-page.ts';
import { guarded, knownStoreError } from '../store/database/store-error.ts';
import { findPass, largestPage, listPages, readBody } from '../store/pages/stored-pages.ts';
import type { WritableStudy } from '../store/database/study.ts';
import { CollectedPages, type LastNews, type RunOrder } from './collected-pages.ts';
import { confirmPages } from './confirm-pages.ts';
import { inconsistent, judgePass, mostPasses } from './judge-pass.ts';
import { rereadFirstAndLast, isPageUnchanged, type KnownPage } from './reread-pages.ts';
import { pumpPages } from './page-pump.ts';
import { createPageWalk, type PageWalk } from './page-walk.ts';
import type { PageReader } from './page-reader.ts';
import { judgePage, readPage, severalGroups } from './read-page.ts';
import { isLongBreak, isResumable, newestOf } from './resume-policy.ts';
import { createHeapLimit } from './heap-limit.ts';

export interface Staging {
  readonly service: Service;
  readonly reader: PageReader;
  readonly study: WritableStudy;
  readonly dataset: Dataset;
  /** Whether the pages shown now were read from the service here, so that reading them again confirms them. */
  readonly wasRead: boolean;
  readonly signal: AbortSignal;
  readonly order: RunOrder;
  /** `last`: no further progress follows for this dataset. */
  readonly onProgress: (progress: SyncProgress, last: boolean) => void;
}

/** Pages confirmed between two steps of preparing a flip. With four in flight, each step delays one or two answers. */
const pagesPerStep = 8;

/** Shared by all passes, because they share this thread's heap: what one pass collected, the next need not collect again. */
const heapLimit = createHeapLimit();

/** How certain it is that the pages were one state of the service. */
export type Confirmation =
  | { readonly confirmed: true; readonly since: LastNews; readonly wholeStudy: boolean }
  /** `why`: confirmation was not requested, or the data kept changing. */
  | { readonly confirmed: false; readonly why: 'not-asked' | 'kept-changing' };

/**
 * Reads one dataset into a pass that can be shown: collects its pages until they add up, then rereads them until all are confirmed. Uses
 * staged pages of an interrupted run. These survive every error that does not discredit them (all but INCONSISTENT, SECURITY, LIMIT, and an
 * unreadable chain or several Groups); a pass proven before survives every error.
 */
export class DatasetReading {
  readonly #staging: Staging;
  readonly #collected: CollectedPages;
  readonly #begun = performance.now();
  #pass: StagedPass | null = null;
  #walk: PageWalk | null = null;
  #facts: PassFacts | null = null;
  #repeated: readonly Repetition[] = [];
  /** Steps of preparing a first flip. */
  #ahead: Generator<void> | null = null;
  /** How many rounds of reading there were, of all pages or of those that a moment requires. */
  #rounds = 0;
  #rereads = 0;

  constructor(staging: Staging) {
    this.#staging = staging;
    const { study, dataset, wasRead, order } = staging;
    const current = wasRead ? findPass(study, dataset.name, 'current') : null;
    const known = current === null ? [] : listPages(study, current);
    this.#collected = new CollectedPages(
      order,
      known.map(({ number, digest }) => [number, digest]),
    );
  }

  get rounds(): number {
    return this.#rounds;
  }

  /** How often pages were reread to confirm them. */
  get rereads(): number {
    return this.#rereads;
  }

  /** Milliseconds since the reading began. */
  get age(): number {
    return performance.now() - this.#begun;
  }

  /** Records that a first pass collected; 0 if records are shown already. */
  get firstRecords(): number {
    return this.#pass?.firstLoad === true ? (this.#facts?.keyed ?? 0) : 0;
  }

  get news(): LastNews {
    return this.#collected.news;
  }

  /**
   * Reads all pages into a pass that adds up, in at most three passes. Throws INCONSISTENT, and errors of requests, pages and the store.
   */
  async collect(): Promise<void> {
    for (let tries = 1; tries <= mostPasses; tries += 1) {
      this.#rounds += 1;
      const pass = await takeUpPass(this.#staging, this.#repeated);
      const reasons = await this.#read(pass);
      if (reasons.length === 0) return;
      this.#giveUp(pass, reasons);
    }
    throw inconsistent(this.#repeated.at(-1) ?? [], mostPasses);
  }

  /** Whether requests sent after that moment found all pages unchanged. */
  isConfirmedSince(moment: LastNews): boolean {
    return this.#collected.unconfirmedSince(moment).length === 0;
  }

  /** Rereads what that moment requires. Returns false if a page changed; the pass is then abandoned and must be collected again. */
  async confirm(since: LastNews): Promise<boolean> {
    const { service, study, dataset, signal, onProgress } = this.#staging;
    const pass = this.#counted();
    this.#rounds += 1;
    this.#rereads += 1;
    return this.#leaving(pass, async () => {
      const holds = await confirmPages({
        ...{ service, dataset, study: study.study, signal, since },
        collected: this.#collected,
        most: pageAllowance(largestPage(study, pass.id)),
        storedBody: (page) => stagedBody(study, pass, page),
        onPage: (done, of) => {
          if (done % pagesPerStep === 0 && done < of) this.#prepareFlip(pass);
          onProgress({ ...this.#progress(), confirmed: done, toConfirm: of }, done === of);
        },
      });
      if (!holds) this.#giveUp(pass, ['page-changed']);
      return holds;
    });
  }

  /** Rereads the first and the last page, if pages are not confirmed; otherwise like `confirm`. */
  async rereadEnds(): Promise<boolean> {
    const { service, study, dataset, signal } = this.#staging;
    const pass = this.#counted();
    this.#rereads += 1;
    return this.#leaving(pass, async () => {
      const ends = [knownPage(study, pass, 1), knownPage(study, pass, this.#facts?.pages ?? 1)] as const;
      const { firstUnchanged, lastUnchanged } = await rereadFirstAndLast(service, dataset, study.study, ends, signal);
      const reasons = [
        ...(firstUnchanged ? [] : ['first-page-changed' as const]),
        ...(lastUnchanged ? [] : ['last-page-changed' as const]),
      ];
      if (reasons.length > 0) this.#giveUp(pass, reasons);
      return reasons.length === 0;
    });
  }

  /** Marks the pass as proven, so that it may be shown. */
  prove(confirmation: Confirmation, clockOffset: number | null): StagedPass {
    const { study } = this.#staging;
    const pass = this.#counted();
    if (this.#facts === null) throw new TypeError('Only a complete pass can be proven.');
    const { pages } = this.#facts;
    if ([...pass.pages.values()].some(({ number, digest }) => number <= pages && this.#collected.digestOf(number) !== digest))
      throw new TypeError('A pass has a page other than the confirmed one.');
    provePass(
      study,
      pass,
      proofOf(study, pass, this.#facts, { ...confirmationOf(confirmation, clockOffset), rounds: this.#rounds }, this.#walk?.foreignLinks),
    );
    return pass;
  }

  /** Discards what was collected. */
  drop(): void {
    if (this.#pass !== null) dropPass(this.#staging.study, this.#pass);
    this.#pass = null;
  }

  /** Why passes were abandoned so far. */
  get repeated(): readonly Repetition[] {
    return this.#repeated;
  }

  /**
   * Does part of the slow preparation of a first flip while answers are in flight. What is shown does not change, and this is undone if the
   * pass is abandoned or resumed (`returnIndexes`).
   */
  #prepareFlip({ firstLoad }: StagedPass): void {
    const { study, dataset } = this.#staging;
    // Group members may still be listed twice.
    if (!firstLoad || dataset.repeated !== undefined || this.#facts?.keyed === 0 || countAbsent(study, dataset.name) > 0) return;
    this.#ahead ??= indexAhead(study.db, dataset);
    const steps = this.#ahead;
    guarded(`The cache of study ${study.study}`, () => steps.next());
  }

  #counted(): StagedPass {
    if (this.#pass === null) throw new TypeError('A dataset can only be confirmed after its pages were collected.');
    return this.#pass;
  }

  #giveUp(pass: StagedPass, reasons: Repetition): void {
    dropPass(this.#staging.study, pass);
    [this.#pass, this.#ahead] = [null, null];
    this.#repeated = [...pass.repeated, reasons];
  }

  /**
   * Reads a pass. If it cannot be finished now, it stays staged in case that changes, still proven if it was. Returns its inconsistencies.
   */
  async #read(pass: StagedPass): Promise<Repetition> {
    return this.#leaving(pass, async () => {
      for (const { number, digest } of pass.pages.values()) this.#collected.assume(number, digest);
      const walk = resumedWalk(this.#staging, pass);
      this.#walk = walk;
      return (await isNewestUnchanged(this.#staging, pass, walk)) ? this.#readPages(pass, walk) : ['page-changed'];
    });
  }

  async #readPages(pass: StagedPass, walk: PageWalk): Promise<Repetition> {
    const { service, reader, study, dataset, signal, onProgress } = this.#staging;
    // No page can be known yet.
    if (pass.firstLoad) reader.start();
    const problem = await pumpPages({
      service,
      dataset,
      study: study.study,
      signal,
      walk,
      collected: this.#collected,
      read: async (body, address) => readPage({ study, dataset, reader }, body, address),
      stage: pageStager(study, pass, heapLimit.collectIfGrown),
      heapLimit,
      onPage: () => onProgress(this.#progress(), false),
    });
    if (problem === 'next-unreadable') throw this.#refused(pass, nextUnreadable());
    if (problem !== null) return [problem];
    onProgress(this.#progress(), true);
    const facts = passFacts(study, pass);
    if (dataset.repeated !== undefined && facts.entries > 1) throw this.#refused(pass, severalGroups(study.study));
    // Group members listed twice are merged; this does not discredit the pages.
    const repeats = dataset.repeated === undefined ? facts.repeats : 0;
    const reasons = judgePass({ entries: facts.entries, total: walk.total, repeats });
    if (reasons.length > 0) return reasons;
    this.#collected.limitTo(facts.pages);
    [this.#pass, this.#facts] = [pass, facts];
    return [];
  }

  /** Returns the error of pages that rereading would not repair, and drops the pass: the next run reads them all again. */
  #refused(pass: StagedPass, error: AppError): AppError {
    dropPass(this.#staging.study, pass);
    this.#pass = null;
    return error;
  }

  async #leaving<T>(pass: StagedPass, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error: unknown) {
      const known = knownStoreError(error, `The cache of study ${this.#staging.study.study}`);
      leaveStaged(this.#staging.study, pass, known);
      throw known;
    }
  }

  #progress(): SyncProgress {
    const { study, dataset } = this.#staging;
    const walk = this.#walk;
    return {
      study: study.study,
      dataset: dataset.name,
      page: walk?.pages ?? 0,
      pages: walk?.announced ?? null,
      records: walk?.entries ?? 0,
      total: walk?.total ?? null,
    };
  }
}

/** The proof's fields about confirmation, with times by the service's clock. */
function confirmationOf(
  confirmation: Confirmation,
  clockOffset: number | null,
): Pick<Proof, 'confirmed' | 'confirmedAt' | 'wholeStudy' | 'clockOffsetSeconds' | 'secondLook'> {
  const { confirmed } = confirmation;
  return {
    confirmed,
    confirmedAt: confirmed ? new Date(confirmation.since.at + (clockOffset ?? 0) * 1000).toISOString() : null,
    wholeStudy: confirmed && confirmation.wholeStudy,
    clockOffsetSeconds: clockOffset,
    secondLook: confirmed || confirmation.why === 'not-asked',
  };
}

/** After an error, keeps the pass (still proven if it was) or drops it. A damaged file is no longer written to. */
function leaveStaged(study: WritableStudy, pass: StagedPass, error: unknown): void {
  if (pass.proven !== null || (error instanceof AppError && error.code === 'CORRUPT')) return;
  if (!(error instanceof AppError) || ['SECURITY', 'LIMIT'].includes(error.code)) dropPass(study, pass);
}

/**
 * Whether the newest page of an interrupted pass is unchanged, checked before new pages are added. If records were removed before it and
 * others added after it during the break, this page has shifted too, and the pass need not be finished.
 */
async function isNewestUnchanged({ service, study, dataset, signal }: Staging, pass: StagedPass, walk: PageWalk): Promise<boolean> {
  const { resumed, pages } = pass;
  if (resumed === null || walk.closedAt() !== null || !isLongBreak(Date.parse(resumed.at), Date.now())) return true;
  const newest = newestOf([...pages.keys()], walk.announced);
  return newest === null || isPageUnchanged(service, dataset, study.study, knownPage(study, pass, newest), signal);
}

/**
 * Returns the dataset's staged pass, or a new one if it is too old for its pages to go with newer ones. An old proven pass may be pending
 * review, so it is dropped only once the service answers for page 1 of its replacement.
 */
async function takeUpPass({ service, study, dataset, signal }: Staging, repeated: readonly Repetition[]): Promise<StagedPass> {
  const pass = beginPass(study, dataset.name, repeated);
  if (isResumable(Date.parse(pass.startedAt), Date.now())) return pass;
  if (pass.proven !== null) {
    try {
      await isPageUnchanged(service, dataset, study.study, knownPage(study, pass, 1), signal);
    } catch (error: unknown) {
      leaveStaged(study, pass, error);
      throw error;
    }
  }
  dropPass(study, pass);
  return beginPass(study, dataset.name, repeated);
}

function knownPage(study: WritableStudy, pass: StagedPass, number: number): KnownPage {
  const page = pass.pages.get(number);
  if (page === undefined) throw new TypeError('A pass with a closed chain of pages lacks one.');
  return { ...page, storedBody: () => stagedBody(study, pass, number) };
}

function stagedBody(study: WritableStudy, pass: StagedPass, page: number): Buffer {
  const kept = listPages(study, pass.id).find(({ number }) => number === page);
  if (kept === undefined) throw new TypeError('A complete pass lacks a page.');
  return readBody(study, kept);
}

/** Creates a walk that knows the pages an interrupted run staged. */
function resumedWalk({ service, study, dataset }: Staging, pass: StagedPass): PageWalk {
  const walk = createPageWalk();
  for (const { number, entries, head } of stagedHeads(study, pass))
    walk.add(number, judgePage(dataset, head, entries, service.addressOf(dataset, study.study, number)));
  return walk;
}

function nextUnreadable(): AppError {
  return new AppError(
    'PROTOCOL',
    `The service announced a following page without its number, although more records are expected. ${unchanged} Tell whoever runs the service.`,
  );
}
