import type { SyncHost } from '../core/sync/sync-host.ts';
import { acquireSyncLock } from '../core/vault/sync-lock.ts';
import type { HostAsk } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { open, type Reply } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** A sync's host in an engine: main owns the vault, so every question goes there and waits until the answer is durable. */
export function askingHost(parent: ParentLine, dataDir: string): SyncHost {
  const pending = new Map<number, (reply: Reply) => void>();
  let next = 0;
  parent.onMessage((message) => {
    if (message.type !== 'answer') return;
    pending.get(message.id)?.(message.reply);
    pending.delete(message.id);
  });
  const ask = async <T>(name: HostAsk, ...args: readonly unknown[]): Promise<T> => {
    const id = next++;
    const reply = await new Promise<Reply>((settle) => {
      pending.set(id, settle);
      parent.send({ type: 'ask', id, name, args });
    });
    return open(reply) as T;
  };
  return {
    studyFile: async (study) => {
      const file = await ask<Awaited<ReturnType<SyncHost['studyFile']>>>('studyFile', study);
      return { ...file, key: Buffer.from(file.key) };
    },
    credentials: () => ask('credentials'),
    saveSeal: (study, seal, stage) => ask('saveSeal', study, seal, stage),
    audit: (event) => ask('audit', event),
    lock: () => {
      if (dataDir === '') throw new AppError('USAGE', 'The engine was started without a data folder.');
      return acquireSyncLock(dataDir);
    },
  };
}
