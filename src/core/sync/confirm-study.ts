import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { StagedPass } from '../store/pass.ts';
import { latestNews, type LastNews } from './collected-pages.ts';
import { inconsistencies } from '../../shared/inconsistencies.ts';
import { unchanged } from '../client/request-errors.ts';
import type { Confirmation, DatasetReading } from './read-dataset.ts';

/** How often pages of a dataset are read before it is taken as it is, and for how many milliseconds. */
const mostRounds = 6;
const longest = 600_000;
/** How often the datasets are confirmed as one state before each of them stands for itself. */
const mostTogether = 2;

/** What is asked of a copy before it is shown. */
export interface Demands {
  /** Pages are read until nothing moved; without it, once and their ends twice. */
  readonly confirm: boolean;
  /** A copy that adds up takes the place of a confirmed one, though it could not be confirmed. */
  readonly acceptUnconfirmed: boolean;
}

export interface Candidate {
  readonly reading: DatasetReading;
  /** Something is shown of it that would be replaced. */
  readonly hasCopy: boolean;
}

export type Proven = { readonly pass: StagedPass } | { readonly error: AppError };

/**
 * Confirms collected datasets: all of them as one state of the study where that can be had, else each by itself, and proves them. A dataset that
 * keeps changing is shown as counted where nothing was shown of it before, or where that is accepted; else it is INCONSISTENT. What throws
 * while one dataset is read is its error; STORE, CORRUPT and BUSY are everybody's.
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
  const confirmations = demands.confirm ? await confirmed(open, fail) : await lookedTwice(open, fail);
  const results = new Map<DatasetName, Proven>([...failed].map(([name, error]) => [name, { error }]));
  for (const [name, { reading, hasCopy }] of open) {
    const confirmation = confirmations.get(name) ?? { confirmed: false, why: 'kept-changing' };
    const isRefused = !confirmation.confirmed && confirmation.why === 'kept-changing' && hasCopy && !demands.acceptUnconfirmed;
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

/** One step nearer: what that moment asks for is read again; what had changed is collected anew, while there are rounds left. */
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

function isSpent({ rounds, age }: DatasetReading): boolean {
  return rounds >= mostRounds || age > longest;
}

/** Without confirmation: first and last page a second time. */
async function lookedTwice(open: Open, fail: Fail): Promise<Confirmations> {
  const confirmations = new Map<DatasetName, Confirmation>();
  for (const [name, { reading }] of open) {
    try {
      while (!(await reading.lookTwice())) {
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
    `The data kept changing during confirmation, in ${String(rounds)} rounds: ${why}. ${unchanged} Sync again when the data is stable, or accept a copy that adds up (--accept-unconfirmed).`,
  );
}
