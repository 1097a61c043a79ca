import type { StudyAccess } from '../../../src/shared/engine-protocol.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { connectionTo } from '../../contract/hostile-server.ts';
import { createTestHost, type TestHost } from '../../contract/study-host.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { startBench, type ShiftBench } from '../shift/bench.ts';
import { movingDatasets } from '../shift/moving-data.ts';
import { createTally, type Tally } from '../shift/tally.ts';
import { questions, type Judged } from './questions.ts';
import { startReader, type ReaderProcess } from './start-reader.ts';
import { alternatingData, revisionOf, type Revision } from './two-revisions.ts';

/** Queries through the reader engine during flips: no answer mixes two generations, and none fails. */
export const campaign: Campaign = {
  name: 'readers',
  says: 'questions are asked through the reader engine while generations flip',
  long: 1000,
  short: 40,
  run: runFlips,
};

const study = 'readers';
/** Number of concurrent queries. */
const atOnce = 6;
/** Milliseconds after which the reader reopens its file, so that this happens at every moment of a sync. */
const reopenAfter = 97;
/** More failures add nothing new. */
const mostFailures = 10;

async function runFlips({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const bench = await startBench();
  const host = createTestHost(connectionTo(bench.service.baseUrl), 'secret');
  const access = async (): Promise<readonly StudyAccess[]> => {
    const { path, key, seal } = await host.studyFile(study);
    return [{ study, path, key, demo: false, lastOpened: null, sitePack: null, seals: seal, problem: null }];
  };
  const reader = startReader(access);
  const heard = createHearing();
  let done = false;
  const reopening = setInterval(() => reader.reopen(), reopenAfter);
  try {
    const flip = flipper(bench, host, async () => reader.showStudies(await access()));
    await flip(1);
    const asking = Array.from({ length: atOnce }, (_, index) => askOn(reader, heard, randomOf(seed + index), () => done));
    let flips = 1;
    for (; flips < n && heard.failures.length < mostFailures; flips += 1) {
      const failure = await flip(flips + 1);
      if (failure !== null) heard.failures.push(failure);
      if (flips % 100 === 0) say(`${flips} of ${n} flips, ${heard.answers} answers`);
    }
    done = true;
    await Promise.all(asking);
    const figures = { answers: heard.answers, 'generations seen': heard.generations.size, ...heard.tally.figures() };
    return { cases: flips, failures: heard.failures, skipped: [], figures };
  } finally {
    done = true;
    clearInterval(reopening);
    await reader.stop();
    host.remove();
    await bench.close();
  }
}

/** Makes the next generation with a whole sync; the reader gets the seals as the engine does. Returns what went wrong, or null. */
function flipper(bench: ShiftBench, host: TestHost, tell: () => Promise<void>): (generation: number) => Promise<string | null> {
  let now: Revision = 1;
  const data = new Map(movingDatasets.map((dataset) => [dataset, alternatingData(dataset, study, () => now)]));
  const undisturbed = { changes: [], picks: [], held: [], ends: null };
  const reported: TestHost = {
    ...host,
    saveSeal: async (...seal) => {
      await host.saveSeal(...seal);
      await tell();
    },
  };
  return async (generation) => {
    now = revisionOf(generation);
    bench.service.begin({ study, data, answers: [] }, undisturbed, () => undefined);
    const only = [...movingDatasets];
    const result = await bench.syncs({ host: reported, study, only, acceptShrink: false, signal: new AbortController().signal });
    const made = result.studies[0]?.datasets.map((status) => status.generation) ?? [];
    if (result.exitCode === 0 && made.every((one) => one === generation)) return null;
    const error = result.studies[0]?.datasets.find((status) => status.error !== null)?.error;
    return `the sync that should make generation ${generation} ended with ${result.code}: ${error?.message ?? made.join()}`;
  };
}

/** The answers so far, in the order in which the reader gave them. */
interface Hearing {
  readonly failures: string[];
  readonly generations: Set<number>;
  readonly tally: Tally;
  readonly answers: number;
  /** Adds one answer: generations never go back, and an answer between two of the same generation must be of that generation. */
  hear(name: string, judged: Judged): void;
}

function createHearing(): Hearing {
  const failures: string[] = [];
  const generations = new Set<number>();
  const tally = createTally();
  let answers = 0;
  let newest = 0;
  let between: { readonly name: string; readonly revision: Revision }[] = [];
  return {
    failures,
    generations,
    tally,
    get answers() {
      return answers;
    },
    hear: (name, { wrong, revision, generation }) => {
      answers += 1;
      tally.count(name);
      if (wrong !== null) failures.push(`${name}: ${wrong}`);
      if (generation === null) {
        if (revision !== null) between.push({ name, revision });
        return;
      }
      generations.add(generation);
      if (generation < newest) failures.push(`${name}: generation ${generation} was shown after ${newest}`);
      const strange = generation === newest ? between.filter((one) => one.revision !== revisionOf(generation)) : [];
      for (const one of strange) failures.push(`${one.name}: another generation than ${generation} was shown between two answers of it`);
      newest = generation;
      between = [];
    },
  };
}

async function askOn(reader: ReaderProcess, heard: Hearing, random: (below: number) => number, isDone: () => boolean): Promise<void> {
  while (!isDone() && heard.failures.length < mostFailures) {
    const question = questions[random(questions.length)];
    if (question === undefined) return;
    try {
      heard.hear(question.name, await question.ask(reader.call, study, random));
    } catch (error: unknown) {
      heard.failures.push(
        `${question.name} failed: ${error instanceof AppError ? `${error.code} ` : ''}${error instanceof Error ? error.message : ''}`,
      );
    }
  }
}

/** Whole numbers below a bound, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
