import { randomBytes } from 'node:crypto';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { SyncHost } from '../../src/core/vault/studies/sync-host.ts';
import type { SealPair } from '../../src/core/store/database/seal.ts';
import type { DatasetName } from '../../src/shared/datasets/datasets.ts';
import type { BenchService } from './sandbox.ts';

/** A study's file made by a sync. */
export interface MirroredFile {
  readonly path: string;
  readonly key: Buffer;
}

/** A file that is synced once or several times; the vault would keep its seal. */
export interface SyncedFile extends MirroredFile {
  seal: SealPair;
}

export type Reached = Omit<BenchService, 'stop'>;

/** A file that does not exist yet. */
export function freshFile(path: string): SyncedFile {
  return { path, key: randomBytes(32), seal: { current: null, pending: null } };
}

/** Mirrors labs, and other datasets if they are named. Returns the state of the labs, and throws if they could not be mirrored. */
export async function syncLabs(
  service: Reached,
  target: SyncedFile,
  { only = ['labs'], confirm = true }: { readonly only?: readonly DatasetName[]; readonly confirm?: boolean } = {},
): Promise<string> {
  const request = { studies: [service.study], only: [...only], acceptShrink: false, confirm };
  const result = await syncStudies(hostOf(service, target), request);
  const labs = result.studies[0]?.datasets.find(({ dataset }) => dataset === 'labs');
  if (labs === undefined || labs.error !== null)
    throw new Error(`The sync ended with ${result.code}: ${labs?.error?.message ?? 'no labs'}`);
  return labs.state;
}

/** Keeps in memory what a vault would keep on disk. */
function hostOf({ baseUrl, partnerId, clientId, clientSecret }: Reached, target: SyncedFile): SyncHost {
  return {
    studyFile: async () => ({ path: target.path, key: target.key, seal: target.seal, fromPack: [] }),
    credentials: async () => ({
      connection: { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true },
      secret: clientSecret,
      route: {},
    }),
    saveSeal: async (_study, next, stage) => {
      target.seal = stage === 'pending' ? { ...target.seal, pending: next } : { current: next, pending: null };
    },
    saveMark: async () => undefined,
    audit: async () => undefined,
    proxyAsks: async () => undefined,
    lock: async () => () => undefined,
  };
}
