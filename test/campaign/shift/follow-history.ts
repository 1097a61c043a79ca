import type { DatasetStatus, SyncResult } from '../../../src/shared/status.ts';
import type { TestHost } from '../../contract/study-host.ts';
import type { ShiftBench } from './bench.ts';
import type { History, HistoryRun } from './histories.ts';
import { judgeAccepted } from './judge-accepted.ts';
import { createMovingData, movingDatasets, type MovingData, type MovingDataset } from './moving-data.ts';
import type { RunScript, Story } from './moving-service.ts';
import { readShown, type Shown } from './read-shown.ts';

export type HistoryBench = Pick<ShiftBench, 'service' | 'syncs' | 'clock' | 'tally'>;

const undisturbed: RunScript = { changes: [], picks: [], held: [], ends: null };
/** The categories in which a run may end; any other is a failure. */
const expected: ReadonlySet<string> = new Set(['OK', 'INCONSISTENT', 'PARTIAL', 'CANCELLED', 'SERVER']);

/** Lets the product read one history and returns what it did wrong, one sentence each. `study` must be new to the bench. */
export async function followHistory(bench: HistoryBench, host: TestHost, study: string, history: History): Promise<readonly string[]> {
  const data = new Map<MovingDataset, MovingData>();
  for (const [index, { records, pageSize }] of history.sets.entries()) {
    const dataset = movingDatasets[index];
    if (dataset !== undefined) data.set(dataset, createMovingData(dataset, study, records, pageSize));
  }
  const story: Story = { study, data, answers: [] };
  const failures: string[] = [];
  let before: ReadonlyMap<MovingDataset, Shown> = new Map();
  const follow = async (run: HistoryRun, name: string): Promise<void> => {
    bench.clock.forward(run.pause);
    for (const { set, change } of run.earlier) [...data.values()][set % data.size]?.change(change);
    const { found, shown } = await followRun(bench, host, story, run, before);
    before = shown;
    failures.push(...found.map((failure) => `${name}: ${failure}`));
  };
  const behind = () =>
    [...data].filter(([dataset, { moments }]) => before.get(dataset)?.content !== moments.at(-1)).map(([dataset]) => dataset);
  for (const [index, run] of history.runs.entries()) {
    await follow(run, `run ${index + 1}`);
    if (failures.length > 0) return failures;
  }
  await follow(quiet, 'the run after the changes stopped');
  for (const dataset of behind()) failures.push(`${dataset} differs from the service after the changes stopped`);
  return failures;
}

/** A run after all changes. */
const quiet: HistoryRun = { pause: 0, earlier: [], script: undisturbed, acceptShrink: true };

async function followRun(
  bench: HistoryBench,
  host: TestHost,
  story: Story,
  { script, acceptShrink }: HistoryRun,
  before: ReadonlyMap<MovingDataset, Shown>,
): Promise<{ readonly found: readonly string[]; readonly shown: ReadonlyMap<MovingDataset, Shown> }> {
  const control = new AbortController();
  const number = bench.service.begin(story, script, () => control.abort());
  const only = [...story.data.keys()];
  const begun = new Map([...story.data].map(([dataset, { moments, changes }]) => [dataset, { moment: moments.length - 1, changes }]));
  const result = await bench.syncs({ host, study: story.study, only, acceptShrink, signal: control.signal });
  const shown = readShown(host, story.study, only);
  const found = expected.has(result.code) ? [] : [`it ended with ${result.code}: ${messageOf(result)}`];
  if (script.ends === null && ['CANCELLED', 'SERVER'].includes(result.code))
    found.push(`nobody ended it, but it ended with ${result.code}`);
  for (const [dataset, moving] of story.data) {
    const status = result.studies[0]?.datasets.find((one) => one.dataset === dataset);
    const now = shown.get(dataset);
    if (status === undefined || now === undefined) {
      found.push(`nothing was said of ${dataset}`);
      continue;
    }
    const start = begun.get(dataset) ?? { moment: 0, changes: 0 };
    const kind = judgeRun({ status, story, dataset, now, earlier: before.get(dataset), moment: start.moment }, found);
    bench.tally.count(kind);
    if (kind === 'INCONSISTENT' && moving.changes - start.changes < fewestChanges(story, dataset, number))
      found.push(`${dataset} was called inconsistent in all passes, but there were fewer changes than passes`);
  }
  return { found, shown };
}

/** The fewest changes that explain a refusal: one per abandoned pass, but for a pass that an earlier run began. */
function fewestChanges(story: Story, dataset: MovingDataset, run: number): number {
  return story.answers.some((answer) => answer.dataset === dataset && answer.run < run) ? 2 : 3;
}

interface JudgedRun {
  readonly status: DatasetStatus;
  readonly story: Story;
  readonly dataset: MovingDataset;
  readonly now: Shown;
  readonly earlier: Shown | undefined;
  readonly moment: number;
}

/** The outcome of a dataset; what is wrong with it is added to `found`. */
function judgeRun(run: JudgedRun, found: string[]): string {
  const { status, story, dataset, now, earlier } = run;
  if (status.error !== null || status.state === 'pending') {
    if (now.state !== (earlier?.state ?? now.state) || now.content !== (earlier?.content ?? ''))
      found.push(`${dataset} was not accepted, but another copy is shown`);
    if (status.error === null) return 'pending';
    // The disk works here, so the figures say what the error was.
    return status.error.code === 'STORE' ? `STORE: ${status.error.message}` : status.error.code;
  }
  const answers = story.answers.filter((answer) => answer.dataset === dataset);
  const moments = story.data.get(dataset)?.moments ?? [];
  const verdict = judgeAccepted({
    answers,
    digests: now.digests,
    shown: now.content,
    moments,
    times: story.data.get(dataset)?.times ?? [],
    begun: run.moment,
    confirmed: now.confirmed,
    asOf: now.asOf,
  });
  found.push(...verdict.failures.map((failure) => `${dataset} ${failure}`));
  for (const key of now.vanished)
    if (!wasRemoved(moments, key)) found.push(`${dataset} ${key} is said to have vanished, but was never removed`);
  if (status.records !== now.records) found.push(`${dataset} shows ${now.records} records and says ${status.records}`);
  return verdict.kind;
}

/** Whether a record that existed at one moment did not at a later one. */
function wasRemoved(moments: readonly string[], key: string): boolean {
  const held = moments.map((moment) => moment.split(' ').some((record) => record.startsWith(`${key}:`)));
  return held.slice(held.indexOf(true)).includes(false);
}

function messageOf(result: SyncResult): string {
  return result.studies.flatMap(({ datasets }) => datasets.flatMap(({ error }) => (error === null ? [] : [error.message])))[0] ?? '';
}
