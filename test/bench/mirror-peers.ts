import { join } from 'node:path';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { milliseconds, ratioOf, timed, type Figure } from './figures.ts';
import { findPython } from './python.ts';
import { askToken, fetchAndParse, type BenchService } from './sandbox.ts';

/** What somebody might run instead, alternating with the floor; a peer that is not installed is reported, not measured. */
export async function measurePeers(service: BenchService, folder: string, rounds: number): Promise<readonly Figure[]> {
  const python = findPython(['pandas', 'requests']);
  const what = 'Python, requests and pandas to CSV ÷ fetch and parse';
  if (python === null) return [{ part: 'mirror', what, value: Number.NaN, unit: '×', promised: null, detail: 'not installed here' }];
  const token = await askToken(service);
  const { baseUrl, partnerId, study } = service;
  const job = { url: `${baseUrl}${datasets.labs.endpoint.path}`, token, partnerId, study, out: join(folder, 'peer.csv') };
  const [floors, took]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    floors.push(await timed(() => fetchAndParse(service, token)));
    took.push(await timed(() => python(join(import.meta.dirname, 'peers/mirror.py'), job)));
  }
  const detail = `${milliseconds(took)}, first page to last, one after the other`;
  return [{ part: 'mirror', what, ...ratioOf(took, floors), promised: null, detail }];
}
