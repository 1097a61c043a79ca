import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { StagedPass } from '../store/passes/pass.ts';
import { latestNews, type LastNews } from './collected-pages.ts';
import { inconsistencies } from '../../shared/inconsistencies.ts';
import { unchanged } from '../client/request-errors.ts';
import type { Confirmation, DatasetReading } from './read-dataset.ts';

/**
 * Most rounds of reading a dataset's pages before its state is taken as it is, and the longest time for them in milliseconds. A service may
 * take longer for the first reading alone, which does not mean that its data keep changing: pages are reread at least once.
 */
const mostRounds = 6;
const longest = 600_000;
/** Most attempts to confirm all datasets as one state before each is confirmed on its own. */
const mostTogether = 2;

/** Requirements on a copy before it is shown. */
export interface Demands {
  /** True: pages are reread until nothing changes. False: all pages are read once, the first and last twice. */
  readonly confirm: boolean;
  /** A consistent but unconfirmed copy may replace a confirmed one. */
  readonly acceptUnconfirmed: boolean;
}

export interface Candidate {
  readonly reading: DatasetReading;
  /** The dataset has a confirmed copy that would be replaced. */
  readonly hasConfirmedCopy: boolean;
}

export type Proven = { readonly pass: StagedPass } | { readonly error: AppError };

/**
 * Confirms collected datasets and proves them: all as one state of the study if possible, otherwise each on its own. A dataset that keeps
 * changing is accepted unconfirmed if it has no confirmed copy or if that is allowed; otherwise it is INCONSISTENT. An error while reading
 * one dataset becomes that dataset's error; STORE, CORRUPT and BUSY are thrown, because they concern all.
 */
export async function confirmStudy(
  candidates: ReadonlyMap<DatasetName, Candidate>,
  demands: Demands,
  clockOffset: () => number | null,
): Promise<ReadonlyMap<DatasetName, Proven>> {
  const failed = new Map<DatasetName, AppError>();
  const open = new Map(candidates);
  const fail = (name: DatasetName, error: unknown): void => {
    if (!(error instanceof AppError) || ['STORE', 'CORRUPT', 'BUSY'].includes(error.code)) throw error;
    failed.set(name, error);
    open.delete(name);
  };
  const confirmations = demands.confirm ? await confirmed(open, fail) : await withEndsReread(open, fail);
  const results = new Map<DatasetName, Proven>([...failed].map(([name, error]) => [name, { error }]));
  for (const [name, { reading, hasConfirmedCopy }] of open) {
    const confirmation = confirmations.get(name) ?? { confirmed: false, why: 'kept-changing' };
    const isRefused = !confirmation.confirmed && confirmation.why === 'kept-changing' && hasConfirmedCopy && !demands.acceptUnconfirmed;
    if (isRefused) {
      reading.drop();
      results.set(name, { error: stillChanging(reading) });
    } else results.set(name, { pass: reading.prove(confirmation, clockOffset()) });
  }
  return results;
}

type Open = Map<DatasetName, Candidate>;
type Fail = (name: DatasetName, error: unknown) => void;
type Confirmations = ReadonlyMap<DatasetName, Confirmation>;

async function confirmed(open: Open, fail: Fail): Promise<Confirmations> {
  const spent = new Set<DatasetName>();
  for (let tries = 0; tries < mostTogether && open.size > 0; tries += 1) {
    const moment = latestNews([...open.values()].map(({ reading }) => reading.news));
    for (const [name, { reading }] of open) await confirmOrCollect(name, reading, moment, spent, fail);
    if (open.size === 0) break;
    const since = latestNews([...open.values()].map(({ reading }) => reading.news));
    if ([...open.values()].every(({ reading }) => reading.isConfirmedSince(since)))
      return new Map([...open.keys()].map((name) => [name, { confirmed: true, since, wholeStudy: true }]));
  }
  const confirmations = new Map<DatasetName, Confirmation>();
  for (const [name, { reading }] of open) {
    while (!spent.has(name) && open.has(name) && !reading.isConfirmedSince(reading.news))
      await confirmOrCollect(name, reading, reading.news, spent, fail);
    if (!open.has(name)) continue;
    const since = reading.news;
    const holds = reading.isConfirmedSince(since);
    confirmations.set(name, holds ? { confirmed: true, since, wholeStudy: false } : { confirmed: false, why: 'kept-changing' });
  }
  return confirmations;
}

/** One step of confirmation: rereads what that moment requires. If something changed, collects the dataset again while rounds are left. */
async function confirmOrCollect(
  name: DatasetName,
  reading: DatasetReading,
  moment: LastNews,
  spent: Set<DatasetName>,
  fail: Fail,
): Promise<void> {
  if (spent.has(name) || reading.isConfirmedSince(moment)) return;
  if (isSpent(reading)) {
    spent.add(name);
    return;
  }
  try {
    if (!(await reading.confirm(moment))) await reading.collect();
  } catch (error: unknown) {
    fail(name, error);
  }
}

function isSpent({ rounds, rereads, age }: DatasetReading): boolean {
  return rounds >= mostRounds || (rereads > 0 && age > longest);
}

/** Without confirmation: rereads the first and the last page. */
async function withEndsReread(open: Open, fail: Fail): Promise<Confirmations> {
  const confirmations = new Map<DatasetName, Confirmation>();
  for (const [name, { reading }] of open) {
    try {
      while (!(await reading.rereadEnds())) {
        if (isSpent(reading)) throw stillChanging(reading);
        await reading.collect();
      }
      confirmations.set(name, { confirmed: false, why: 'not-asked' });
    } catch (error: unknown) {
      fail(name, error);
    }
  }
  return confirmations;
}

function stillChanging({ repeated, rounds }: DatasetReading): AppError {
  const why = (repeated.at(-1) ?? ['page-changed']).map((reason) => inconsistencies[reason]).join('; ');
  return new AppError(
    'INCONSISTENT',
    `The data kept changing while it was read, in ${String(rounds)} rounds: ${why}. ${unchanged} Sync again when the data is stable.`,
  );
}
