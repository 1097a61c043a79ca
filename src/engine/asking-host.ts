import type { SyncHost } from '../core/vault/studies/sync-host.ts';
import { acquireSyncLock } from '../core/vault/studies/sync-lock.ts';
import { AppError } from '../shared/errors.ts';
import type { Asking } from './asking.ts';

/** The SyncHost of an engine: main owns the vault, so every question goes there and waits until the answer is durable. */
export function askingHost(ask: Asking, dataDir: string): SyncHost {
  return {
    studyFile: async (study) => {
      const file = await ask<Awaited<ReturnType<SyncHost['studyFile']>>>('studyFile', study);
      return { ...file, key: Buffer.from(file.key) };
    },
    credentials: () => ask('credentials'),
    saveSeal: (study, seal, stage) => ask('saveSeal', study, seal, stage),
    saveMark: (study, mark) => ask('saveMark', study, mark),
    audit: (event) => ask('audit', event),
    proxyAsks: (asks) => ask('proxyAsks', asks),
    lock: () => {
      if (dataDir === '') throw new AppError('USAGE', 'The engine was started without a data folder.');
      return acquireSyncLock(dataDir);
    },
  };
}
