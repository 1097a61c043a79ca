import assert from 'node:assert/strict';
import { join } from 'node:path';
import { keyOf } from '../shim/crash-bench.ts';
import { unlikeTheService } from '../shim/golden.ts';
import { connectTo, ended, passphrase, start, type Ended, type Json } from '../../cli/carrel.ts';
import type { Access } from '../../cli/service.ts';
import type { Ground } from './trial.ts';
import { studies } from './upstream.ts';

export interface Mirroring {
  readonly ground: Ground;
  /** The service as configured in Carrel: its address is that of the first program. */
  readonly through: Access;
  /** The data service itself, for comparison. */
  readonly truth: Access;
  readonly study?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called once, when the run has read some pages of the labs. */
  readonly midway?: () => Promise<void>;
}

/**
 * Connects and mirrors with the command line. The sync must end with 0, and all it shows must be confirmed and equal what the data service
 * holds, resource by resource. Returns the seconds that the sync took.
 */
export async function mirrorThrough({ ground, through, truth, study = studies[0], env = {}, midway }: Mirroring): Promise<number> {
  const dataDir = join(ground.folder, `data-${study}`);
  const connected = await connectTo(through, dataDir, env);
  assert.equal(connected.code, 0, `connect: ${wordsOf(connected)}`);
  const began = performance.now();
  const child = start(['sync', study, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
  child.stdin?.end();
  const events: Promise<void>[] = [];
  child.stdout?.on('data', (text: Buffer) => {
    if (midway !== undefined && events.length === 0 && /"dataset":"labs","page":[2-9]/.test(text.toString())) events.push(midway());
  });
  const synced = await ended(child);
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(events);
  assert.equal(synced.code, 0, `sync: ${wordsOf(synced)}`);
  assert.equal(events.length, midway === undefined ? 0 : 1, 'the run was over before anything happened to it');
  for (const { dataset, proof } of synced.result.studies[0].datasets) assert.equal(proof.confirmed, true, `${dataset} is not confirmed`);
  const unlike = await unlikeTheService(dataDir, await keyOf(dataDir), study, truth, ground.folder);
  assert.deepEqual(unlike, [], 'datasets that are not what the service holds');
  return seconds;
}

function wordsOf({ code, result, stderr }: Ended): string {
  const errors = (result.studies ?? []).flatMap(({ datasets }: Json) =>
    datasets.flatMap(({ error }: Json) => (error === null ? [] : [error.message])),
  );
  return [`exit ${String(code)}`, result.message ?? '', ...new Set<string>(errors), stderr.slice(0, 300)].join(' ');
}
