import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import type { SealPair } from '../../src/core/store/database/seal.ts';
import type { Reached, SyncedFile } from './sync-labs.ts';

/** A sync of labs in a process of its own; the key in hex. */
export interface SyncJob {
  readonly service: Reached;
  readonly path: string;
  readonly key: string;
  readonly seal: SealPair;
  /** Whether pages are confirmed, as by default; otherwise they are read once. */
  readonly confirm: boolean;
}

export interface SyncMeasured {
  readonly ms: number;
  /** Peak resident bytes of the whole process; 0 if the system does not report them. */
  readonly peak: number;
  /** The resulting state of the labs. */
  readonly state: string;
  readonly seal: SealPair;
}

interface SyncOptions {
  readonly confirm?: boolean;
  /** The checkout whose code is run; this one if it is missing. */
  readonly checkout?: string;
}

/** Mirrors labs into the file in a process of its own, as the writer of Carrel does. */
export async function syncApart(
  service: Reached,
  target: SyncedFile,
  { confirm = true, checkout = repositoryFolder }: SyncOptions = {},
): Promise<SyncMeasured> {
  const { baseUrl, partnerId, clientId, clientSecret, study } = service;
  const job: SyncJob = {
    service: { baseUrl, partnerId, clientId, clientSecret, study },
    path: target.path,
    key: target.key.toString('hex'),
    seal: target.seal,
    confirm,
  };
  const running = promisify(execFile)(process.execPath, [join(checkout, 'test/bench/sync-process.ts')], { encoding: 'utf8' });
  running.child.stdin?.end(JSON.stringify(job));
  const measured = JSON.parse((await running).stdout) as SyncMeasured;
  target.seal = measured.seal;
  return measured;
}
