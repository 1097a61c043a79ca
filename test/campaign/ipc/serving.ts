import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { contract, type CallName, type Host } from '../../../src/shared/contract.ts';
import { serve } from '../../../src/shared/answering.ts';
import type { Frame, Handlers, Port, Reply } from '../../../src/shared/rpc.ts';
import { callNames, type Message } from './messages.ts';

/** A host whose handling of messages is observed. */
export interface Judging {
  readonly host: Host;
  /** The reply, and whether the handler was reached. Messages cross a real port, cloned as between processes. */
  readonly ask: (message: Message) => Promise<{ readonly reply: Reply; readonly reached: boolean }>;
  readonly close: () => void;
}

/** Serves a host's calls as the program does, with handlers that only record that they were reached. */
export function serveNoting(host: Host): Judging {
  let reached = false;
  const names = callNames.filter((name) => contract[name].host === host);
  const note = (): undefined => {
    reached = true;
  };
  const handlers = Object.fromEntries(names.map((name: CallName) => [name, note])) as unknown as Handlers<Host>;
  const { port1, port2 } = new MessageChannel();
  serve(host, handlers, portOver(port1));
  let id = 0;
  return {
    host,
    ask: async ({ name, input }) => {
      reached = false;
      id += 1;
      const answered = once(port2, 'message') as Promise<[Frame]>;
      port2.postMessage({ type: 'call', id, name, input } satisfies Frame);
      const [frame] = await answered;
      if (frame.type !== 'reply' || frame.id !== id) throw new Error('Another message was answered than the one that was sent.');
      return { reply: frame.reply, reached };
    },
    close: () => {
      port1.close();
    },
  };
}

function portOver(port: MessageChannel['port1']): Port {
  return {
    send: (frame) => {
      port.postMessage(frame);
    },
    receive: (listener) => {
      port.on('message', listener);
    },
    closed: (listener) => {
      port.on('close', listener);
    },
  };
}
