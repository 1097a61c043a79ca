import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import type { Asked } from '../shim/counted-service.ts';
import { study, syncArguments, type CrashBench, type Golden, type Ran } from '../shim/crash-bench.ts';
import type { Look } from '../shim/look.ts';
import type { Random } from '../shim/random.ts';
import type { KillPoint } from './points.ts';
import { countKill, type Verdicts } from './verdicts.ts';

/** Milliseconds until the first line of a start after a kill (faults F54), on an otherwise idle machine. */
const longestStart = 3000;
/** Pages, in transit or not durable yet, that a resumed run may request again. */
const mostAgain = 6;
/** Milliseconds of a break after which a resumed run checks its newest page first. */
const longBreak = 60_000;
const killsPerFolder = 40;
const revisions = [1, 2, 3, 4] as const;

export interface SyncKills {
  readonly bench: CrashBench;
  readonly verdicts: Verdicts;
  readonly random: Random;
  readonly n: number;
  /** Kill points, used in turn; with `moments`, every second kill is at a random moment. */
  readonly points: readonly KillPoint[];
  readonly firstPoints: readonly KillPoint[];
  readonly moments: boolean;
  /** How many revisions of the data alternate. */
  readonly turns: number;
  readonly say: (line: string) => void;
}

/** A data folder between two runs. */
interface Mirror {
  readonly dataDir: string;
  kills: number;
  /** What was visible last, or null. */
  shown: Golden | null;
  /** The service's current state, which is visible after a flip. */
  target: Golden;
  turn: number;
  asOf: string;
  /** Pages requested in the current pass. */
  readonly asked: Set<string>;
  /** When each dataset was last requested. */
  readonly askedAt: Map<string, number>;
  /** Whether the last run was killed. */
  interrupted: boolean;
}

/** Kills syncs of one folder after another, and checks the folder after each kill. */
export async function killSyncs(kills: SyncKills): Promise<void> {
  const { bench, verdicts, n, random, say } = kills;
  let typical = 1500;
  let done = 0;
  let mirror = await newMirror(kills);
  for (let attempt = 0; done < n && attempt < 3 * n + 30; attempt += 1) {
    if (mirror.kills >= killsPerFolder) mirror = await renewed(kills, mirror);
    const point = choosePoint(kills, mirror, attempt, typical);
    const ran = await runOnce(kills, mirror, point);
    await judge(kills, mirror, ran, point?.name ?? 'no kill');
    if (ran.killed && point !== null) {
      done += 1;
      mirror.kills += 1;
      countKill(verdicts, point);
      if (done % 50 === 0) say(`${done} of ${n} syncs killed, ${verdicts.failures.length} failures`);
    } else if (point === null) typical = ran.took;
    else verdicts.missed += 1;
    if (!ran.killed) await moveService(kills, mirror, random);
  }
  await judge(kills, mirror, await runOnce(kills, mirror, null), 'the last sync');
  rmSync(mirror.dataDir, { recursive: true });
  if (done < n) verdicts.failures.push(`Only ${done} of ${n} syncs could be killed.`);
  bench.service.follow(null);
}

async function newMirror({ bench }: SyncKills): Promise<Mirror> {
  const target = await bench.golden(revisions[0]);
  const dataDir = bench.copyOf(bench.connected);
  return {
    dataDir,
    kills: 0,
    shown: null,
    target,
    turn: 0,
    asOf: bench.look(dataDir).asOf,
    asked: new Set(),
    askedAt: new Map(),
    interrupted: false,
  };
}

async function renewed(kills: SyncKills, mirror: Mirror): Promise<Mirror> {
  await judge(kills, mirror, await runOnce(kills, mirror, null), 'the last sync of a folder');
  rmSync(mirror.dataDir, { recursive: true });
  return newMirror(kills);
}

/** The next kill point, or null if the run may end. */
function choosePoint(
  { random, points, firstPoints, moments }: SyncKills,
  mirror: Mirror,
  attempt: number,
  typical: number,
): (KillPoint & { readonly delay?: number }) | null {
  if (mirror.kills > 0 && mirror.interrupted && random() < (mirror.shown === mirror.target ? 0.5 : 0.15)) return null;
  if (mirror.shown === null && !mirror.interrupted && firstPoints.length > 0) return pick(firstPoints, attempt);
  if (points.length === 0 || (moments && attempt % 2 === 1))
    return { name: 'a random moment', at: '', delay: (0.3 + 0.75 * random()) * typical };
  return pick(points, moments ? attempt >> 1 : attempt);
}

function pick(points: readonly KillPoint[], turn: number): KillPoint | null {
  return points[turn % points.length] ?? null;
}

/** Changes the service's revision after a completed sync, so that the next flip changes rows. */
async function moveService({ bench, turns }: SyncKills, mirror: Mirror, random: Random): Promise<void> {
  mirror.turn = (mirror.turn + 1 + Math.floor(random() * (turns - 1))) % turns;
  mirror.target = await bench.golden(revisions[mirror.turn] ?? 1);
}

function runOnce({ bench }: SyncKills, { dataDir }: Mirror, point: (KillPoint & { readonly delay?: number }) | null): Promise<Ran> {
  bench.service.forget();
  if (point === null) return bench.run(syncArguments, { dataDir });
  const { at, delay } = point;
  if (delay !== undefined) {
    let timer: NodeJS.Timeout | undefined;
    const armed = (kill: () => void): void => {
      timer = setTimeout(kill, delay);
    };
    return bench.run(syncArguments, { dataDir, armed }).finally(() => clearTimeout(timer));
  }
  if (typeof at === 'string') return bench.run(syncArguments, { dataDir, fault: { stop: at } });
  const armed = (kill: () => void): void => {
    bench.service.follow(({ what, page }, times) => {
      if (what === at.answered.what && page === at.answered.page && times === at.times) kill();
    });
  };
  return bench.run(syncArguments, { dataDir, armed });
}

/** Checks the folder after a run: one of two states is visible, all is sound, nothing is left behind, and little is requested again. */
async function judge({ bench, verdicts, random, say }: SyncKills, mirror: Mirror, ran: Ran, where: string): Promise<void> {
  const fail = (what: string): void => {
    const failure = `${where} (kill ${[...verdicts.kills.values()].reduce((sum, count) => sum + count, 1)}): ${what}`;
    verdicts.failures.push(failure);
    say(failure);
  };
  noteStart(verdicts, mirror, ran);
  judgeResume(verdicts, mirror, bench.service.asked, fail);
  const look = lookOnceOrTwice(bench, mirror, random, fail);
  for (const problem of look.problems) fail(problem);
  const isNew = look.digest === mirror.target.digest;
  if (!isNew && look.digest !== (mirror.shown?.digest ?? 'none')) fail('what is visible is neither the earlier copy nor the new one');
  const saidDone = ran.result.event === 'result' && ran.result.code === 0;
  if (saidDone && !isNew) fail('a sync that said 0 is not what is visible');
  if (!ran.killed) {
    if (ran.code !== 0) fail(`ended with ${ran.code ?? 'a signal'}: ${ran.stderr.trim()}`);
    judgeEnd(mirror, look, fail);
    verdicts.completed += 1;
    if (verdicts.completed % 20 === 0) for (const name of await bench.unlike(mirror.dataDir)) fail(`${name} is not what the service holds`);
  } else if (isNew) verdicts.shownNew += 1;
  if (isNew) mirror.shown = mirror.target;
  if (look.asOf !== mirror.asOf || !ran.killed) mirror.asked.clear();
  mirror.asOf = look.asOf;
  mirror.interrupted = ran.killed;
}

/** Checks the folder itself or a copy, at random, so that the check does not always repair the folder for the next run. */
function lookOnceOrTwice(bench: CrashBench, { dataDir }: Mirror, random: Random, fail: (what: string) => void): Look {
  if (random() < 0.5) return bench.look(dataDir);
  const copy = bench.copyOf(dataDir);
  const found = bench.look(copy);
  if (bench.look(copy).digest !== found.digest) fail('a second look shows something else than the first');
  rmSync(copy, { recursive: true });
  return found;
}

/** Records how long the next start took; the starts are judged together at the end. */
function noteStart(verdicts: Verdicts, { interrupted }: Mirror, { firstLine }: Ran): void {
  if (!interrupted || firstLine === null) return;
  verdicts.starts += 1;
  verdicts.longestStart = Math.max(verdicts.longestStart, firstLine);
  if (firstLine > longestStart) verdicts.slowStarts += 1;
}

/** A page is read once and confirmed once; a page of an earlier run of the same pass is only confirmed. */
function judgeResume(verdicts: Verdicts, mirror: Mirror, requests: readonly Asked[], fail: (what: string) => void): void {
  const now = performance.now();
  let again = 0;
  const which: string[] = [];
  for (const name of datasetNames) {
    const pages = requests.filter(({ what }) => what === name).map(({ page }) => page);
    const times = Map.groupBy(pages, (page) => page);
    const beyond = [...times].reduce(
      (sum, [page, asked]) => sum + Math.max(0, asked.length - (mirror.asked.has(`${name} ${page}`) ? 1 : 2)),
      0,
    );
    const looks = now - (mirror.askedAt.get(name) ?? now) > longBreak ? 1 : 0;
    const more = Math.max(0, beyond - looks);
    if (more > 0) which.push(`${more} of ${name} (asked for: ${pages.join(' ')})`);
    again += more;
  }
  for (const { what, page } of requests) {
    if (!mirror.asked.has(`${what} ${page}`)) mirror.askedAt.set(what, now);
    mirror.asked.add(`${what} ${page}`);
  }
  verdicts.mostAgain = Math.max(verdicts.mostAgain, again);
  if (again > mostAgain) fail(`${again} pages were asked for again, their confirmation aside: ${which.join(', ')}`);
}

/** Expects that nothing stays staged after a completed sync. */
function judgeEnd({ dataDir }: Mirror, { stagedPages, stagedRows }: Look, fail: (what: string) => void): void {
  if (stagedPages > 0 || stagedRows > 0) fail(`${stagedPages} pages and ${stagedRows} rows stay staged for ${study}`);
  const stray = [...readdirSync(dataDir), ...readdirSync(join(dataDir, 'studies'))].filter((name) => name.includes('.new'));
  if (stray.length > 0) fail(`${stray.join(', ')} was left behind`);
}
