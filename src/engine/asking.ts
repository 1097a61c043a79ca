import type { HostAsk } from '../shared/engine-protocol.ts';
import { open, type Reply } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** Asks main a question; rejects with main's error. */
export type Asking = <T>(name: HostAsk, ...args: readonly unknown[]) => Promise<T>;

/** Asks main over its line and matches answers by number. Use one per line. */
export function askingOver(parent: Pick<ParentLine, 'send' | 'onMessage'>): Asking {
  const pending = new Map<number, (reply: Reply) => void>();
  let next = 0;
  parent.onMessage((message) => {
    if (message.type !== 'answer') return;
    pending.get(message.id)?.(message.reply);
    pending.delete(message.id);
  });
  return async <T>(name: HostAsk, ...args: readonly unknown[]): Promise<T> => {
    const id = next++;
    const reply = await new Promise<Reply>((settle) => {
      pending.set(id, settle);
      parent.send({ type: 'ask', id, name, args });
    });
    return open(reply) as T;
  };
}
