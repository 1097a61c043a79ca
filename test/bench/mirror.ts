import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { StudyFile, SyncHost } from '../../src/core/sync/sync-host.ts';
import { medianRatio, median, timed, type Figure } from './figures.ts';
import { askToken, fetchAndParse, type BenchService } from './sandbox.ts';

/** A study's file that a sync made. */
export interface MirroredFile {
  readonly path: string;
  readonly key: Buffer;
}

/** Mirrors the labs into a fresh file and then again unchanged, in turn with the floor; the last file is handed on. */
export async function measureMirror(
  service: BenchService,
  folder: string,
  rounds: number,
): Promise<{ readonly figures: Figure[]; readonly file: MirroredFile }> {
  const token = await askToken(service);
  const { pages, entries } = await fetchAndParse(service, token);
  const [floors, firsts, seconds]: [number[], number[], number[]] = [[], [], []];
  let file: MirroredFile | null = null;
  for (let round = 0; round < rounds; round++) {
    const target = { path: join(folder, `round-${String(round)}.db`), key: randomBytes(32) };
    const host = hostOf(service, target);
    floors.push(await timed(() => fetchAndParse(service, token)));
    firsts.push(await timed(() => sync(host, service, 'updated')));
    seconds.push(await timed(() => sync(host, service, 'unchanged')));
    file = target;
  }
  if (file === null) throw new Error('At least one round is needed.');
  const detail = `${String(entries)} labs on ${String(pages)} pages; floor ${String(Math.round(median(floors)))} ms`;
  const figures: Figure[] = [
    {
      part: 'mirror',
      what: 'first sync ÷ fetch and parse',
      value: medianRatio(firsts, floors),
      unit: '×',
      atMost: 3,
      detail: `${detail}, ours ${String(Math.round(median(firsts)))} ms`,
    },
    {
      part: 'mirror',
      what: 'second sync, unchanged ÷ fetch and parse',
      value: medianRatio(seconds, floors),
      unit: '×',
      atMost: 1.5,
      detail: `ours ${String(Math.round(median(seconds)))} ms`,
    },
  ];
  return { figures, file };
}

/** Mirrors the labs into a file at this path, and measures nothing. */
export async function mirrorOnce(service: BenchService, path: string): Promise<MirroredFile> {
  const target = { path, key: randomBytes(32) };
  await sync(hostOf(service, target), service, 'updated');
  return target;
}

async function sync(host: SyncHost, { study }: BenchService, state: string): Promise<void> {
  const result = await syncStudies(host, { studies: [study], only: ['labs'], acceptShrink: false });
  const labs = result.studies[0]?.datasets.find(({ dataset }) => dataset === 'labs');
  if (labs?.state !== state) throw new Error(`The sync ended with ${result.category}: ${labs?.error?.message ?? 'no labs'}`);
}

/** Keeps in memory what a vault would keep on disk. */
function hostOf(service: BenchService, target: MirroredFile): SyncHost {
  let seal: StudyFile['seal'] = { current: null, pending: null };
  const { baseUrl, partnerId, clientId, clientSecret } = service;
  return {
    studyFile: async () => ({ ...target, seal }),
    credentials: async () => ({
      connection: { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true },
      secret: clientSecret,
      route: {},
    }),
    saveSeal: async (_study, next, stage) => {
      seal = stage === 'pending' ? { ...seal, pending: next } : { current: next, pending: null };
    },
    saveMark: async () => undefined,
    audit: async () => undefined,
    lock: async () => () => undefined,
  };
}
