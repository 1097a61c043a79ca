import type { HostAsk } from '../shared/engine-protocol.ts';
import { open, type Reply } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** A question to main; rejects with what main says against it. */
export type Asking = <T>(name: HostAsk, ...args: readonly unknown[]) => Promise<T>;

/** Questions over the line to main, each matched with its answer. One for a line: answers are told apart by number. */
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
