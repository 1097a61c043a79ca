import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setRevision } from '../e2e/service.ts';
import { median, milliseconds, ratioOf, timed, type Figure } from './figures.ts';
import { measurePeers } from './mirror-peers.ts';
import { askToken, fetchAndParse, withService, type BenchService } from './sandbox.ts';
import { syncApart, type SyncMeasured } from './sync-job.ts';
import { measureReadsBesideSync } from './reads-beside-sync.ts';
import { freshFile, type SyncedFile } from './sync-labs.ts';
import { promises, type Promised } from './promises.ts';

/** The times of a mirror of one size, round by round. */
interface Took {
  readonly entries: number;
  readonly pages: number;
  readonly floors: readonly number[];
  readonly firsts: readonly SyncMeasured[];
  /** The same without confirmation. */
  readonly unconfirmed: readonly SyncMeasured[];
}

/** Syncs of labs, each in a process of its own, alternating with the floor and with what somebody might run instead. */
export async function measureMirror(labs: number, folder: string, rounds: number): Promise<readonly Figure[]> {
  const file = freshFile(join(folder, 'mirrored.db'));
  const figures = await withService(labs, {}, async (service) => [
    ...(await measureFirst(service, file, rounds)),
    ...(await measureAgain(service, file, rounds)),
    ...(await measureReadsBesideSync(service, file, rounds + 1)),
    ...(await measurePeers(service, folder, Math.min(rounds, 3))),
  ]);
  rmSync(file.path);
  figures.push(...(await withService(labs, { gzip: true }, (service) => measureGzip(service, folder, rounds))));
  figures.push(...(await withService(Math.min(labs, 100_000), { latency }, (service) => measureLatency(service, folder, rounds))));
  return figures;
}

/** A first sync reads its pages once, and once more for confirmation. */
const roundsOfFirstSync = 2;
/** Milliseconds before each answer of a remote service. */
const latency = 60;

async function measureFirst(service: BenchService, file: SyncedFile, rounds: number): Promise<readonly Figure[]> {
  const took = await mirrorRounds(service, file, rounds);
  return [ratio('first sync ÷ fetch and parse', took, promises.firstSync, describe(took)), confirmedOf(took), peakOf(took)];
}

async function measureGzip(service: BenchService, folder: string, rounds: number): Promise<readonly Figure[]> {
  const took = await mirrorRounds(service, freshFile(join(folder, 'gzip.db')), rounds);
  return [ratio('first sync ÷ fetch and parse, answers packed by gzip', took, promises.firstSync, describe(took))];
}

async function measureLatency(service: BenchService, folder: string, rounds: number): Promise<readonly Figure[]> {
  const took = await mirrorRounds(service, freshFile(join(folder, 'latency.db')), Math.min(rounds, 3));
  const each = ratio(
    `first sync, a round of reading ÷ fetch and parse, ${String(latency)} ms a page`,
    took,
    promises.firstSyncFarAway,
    describe(took),
  );
  return [{ ...each, value: each.value / roundsOfFirstSync, rounds: each.rounds?.map((one) => one / roundsOfFirstSync) ?? [] }];
}

/** Syncs the file again, unchanged and after the service changed some records, alternating with the floor. */
async function measureAgain(service: BenchService, file: SyncedFile, rounds: number): Promise<readonly Figure[]> {
  const token = await askToken(service);
  const [floors, unchanged, changed]: [number[], SyncMeasured[], SyncMeasured[]] = [[], [], []];
  for (let round = 1; round <= rounds; round++) {
    floors.push(await timed(() => fetchAndParse(service, token)));
    unchanged.push(expectState('unchanged', await syncApart(service, file)));
    await setRevision(service.baseUrl, round);
    changed.push(expectState('updated', await syncApart(service, file)));
  }
  const figure = (what: string, runs: readonly SyncMeasured[], promised: Promised | null): Figure => ({
    part: 'mirror',
    what,
    ...ratioOf(
      runs.map(({ ms }) => ms),
      floors,
    ),
    promised,
    detail: `ours ${milliseconds(runs.map(({ ms }) => ms))}`,
  });
  return [
    figure('second sync, unchanged ÷ fetch and parse', unchanged, promises.unchangedSync),
    figure('sync after a revision of some records ÷ fetch and parse', changed, null),
  ];
}

/** Mirrors 10,000, 100,000 and 1,000,000 labs: the cost of a lab among the most ÷ among the fewest, each relative to its floor. */
export async function measureGrowth(folder: string, rounds: number): Promise<readonly Figure[]> {
  const mirror = (labs: number, times: number): Promise<Took> =>
    withService(labs, {}, (service) => mirrorRounds(service, freshFile(join(folder, `growth-${String(labs)}.db`)), times));
  const small = await mirror(10_000, rounds);
  const middle = await mirror(100_000, rounds);
  const large = await mirror(1_000_000, 5);
  const each = ({ firsts, entries }: Took): number => (1000 * median(firsts.map(({ ms }) => ms))) / entries;
  const part = 'growth';
  const figures: readonly Figure[] = [
    ratio('first sync of 10,000 labs ÷ fetch and parse', small, null, describe(small)),
    ratio('first sync of 100,000 labs ÷ fetch and parse', middle, null, describe(middle)),
    ratio('first sync of a million labs ÷ fetch and parse', large, promises.firstSync, describe(large)),
    {
      part,
      what: 'time a lab: of a million ÷ of ten thousand',
      value: each(large) / each(small),
      unit: '×',
      promised: promises.growth,
      detail: [small, middle, large].map((took) => `${each(took).toFixed(1)} µs`).join(', '),
    },
    { ...peakOf(large), what: 'memory of the writer at most, a million labs' },
  ];
  return figures.map((figure) => ({ ...figure, part }));
}

/** Mirrors the labs into new files, alternating with the floor; the last one is `file`. */
async function mirrorRounds(service: BenchService, file: SyncedFile, rounds: number): Promise<Took> {
  const token = await askToken(service);
  const { pages, entries } = await fetchAndParse(service, token);
  const [floors, firsts, unconfirmed]: [number[], SyncMeasured[], SyncMeasured[]] = [[], [], []];
  for (let round = 1; round <= rounds; round++) {
    const spare = freshFile(`${file.path}-spare`);
    unconfirmed.push(expectState('updated', await syncApart(service, spare, { confirm: false })));
    rmSync(spare.path);
    const target = round === rounds ? file : freshFile(`${file.path}-${String(round)}`);
    floors.push(await timed(() => fetchAndParse(service, token)));
    firsts.push(expectState('updated', await syncApart(service, target)));
    if (target !== file) rmSync(target.path);
  }
  return { entries, pages, floors, firsts, unconfirmed };
}

function ratio(what: string, { firsts, floors }: Took, promised: Promised | null, detail: string): Figure {
  const took = firsts.map(({ ms }) => ms);
  return { part: 'mirror', what, ...ratioOf(took, floors), promised, detail };
}

/** What confirmation costs. */
function confirmedOf({ firsts, unconfirmed }: Took): Figure {
  const [confirmed, counted] = [firsts, unconfirmed].map((runs) => runs.map(({ ms }) => ms)) as [number[], number[]];
  return {
    part: 'mirror',
    what: 'first sync, confirmed ÷ not confirmed',
    ...ratioOf(confirmed, counted),
    promised: promises.confirmedSync,
    detail: `confirmed ${milliseconds(confirmed)}, not confirmed ${milliseconds(counted)}`,
  };
}

function describe({ entries, pages, floors, firsts }: Took): string {
  const ours = milliseconds(firsts.map(({ ms }) => ms));
  return `${String(entries)} labs on ${String(pages)} pages; floor ${milliseconds(floors)}, ours ${ours}`;
}

function peakOf({ firsts }: Took): Figure {
  const peak = Math.max(...firsts.map((one) => one.peak)) / 1e6;
  return {
    part: 'mirror',
    what: 'memory of the writer at most',
    value: peak,
    unit: 'MB',
    promised: promises.writerMemory,
    detail: 'one process, with Node itself',
  };
}

function expectState(wanted: string, measured: SyncMeasured): SyncMeasured {
  if (measured.state !== wanted) throw new Error(`The labs were to be ${wanted}, and are ${measured.state}.`);
  return measured;
}
