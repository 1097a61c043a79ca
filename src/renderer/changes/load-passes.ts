import type { Call } from '../../shared/rpc.ts';
import type { ChangeGroup } from './change-lines.ts';

/** A pass that changed something. */
export interface Pass {
  readonly generation: number;
  /** ISO UTC. */
  readonly at: string;
  readonly counts: ChangeGroup['counts'];
}

/** Passes that the pane shows. */
const most = 8;

/** The newest passes and what each of them changed, newest first. */
export async function loadPasses(call: Call, study: string, newest: number): Promise<readonly Pass[]> {
  const generations = Array.from({ length: Math.min(most, newest) }, (_, back) => newest - back);
  const sums = await Promise.all([newest, ...generations.map((generation) => generation - 1)].map((since) => countSince(call, study, since)));
  const passes = await Promise.all(generations.map((generation, place) => loadPass(call, study, generation, sums[place], sums[place + 1])));
  return passes.filter((pass) => pass !== null);
}

async function loadPass(call: Call, study: string, generation: number, after: Counts | undefined, from: Counts | undefined): Promise<Pass | null> {
  if (after === undefined || from === undefined) return null;
  const counts = { new: from.new - after.new, changed: from.changed - after.changed, vanished: from.vanished - after.vanished };
  const { changes } = await call('changes.list', { study, dataset: null, since: generation - 1, kind: null, offset: total(after), limit: 1 });
  const [oldest] = changes;
  return oldest?.generation === generation ? { generation, at: oldest.at, counts } : null;
}

type Counts = ChangeGroup['counts'];

async function countSince(call: Call, study: string, since: number): Promise<Counts> {
  return (await call('changes.list', { study, dataset: null, since, kind: null, offset: 0, limit: 1 })).counts;
}

export function total(counts: Counts): number {
  return counts.new + counts.changed + counts.vanished;
}
