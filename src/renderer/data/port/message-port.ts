import type { Frame, Port } from '../../../shared/rpc.ts';

/** A port of the page that can also be given up from this side, when another takes its place. */
export interface ReplaceablePort extends Port {
  /** Tells the listeners that nothing will come any more. */
  giveUp(): void;
}

export function portOver(messagePort: MessagePort): ReplaceablePort {
  const closed = new Set<() => void>();
  const giveUp = (): void => {
    for (const listener of closed) listener();
    closed.clear();
  };
  messagePort.addEventListener('close', giveUp);
  return {
    send: (frame) => {
      messagePort.postMessage(frame);
    },
    receive: (listener) => {
      messagePort.addEventListener('message', (event: MessageEvent<Frame>) => {
        listener(event.data);
      });
      messagePort.start();
    },
    closed: (listener) => {
      closed.add(listener);
    },
    giveUp: () => {
      giveUp();
      messagePort.close();
    },
  };
}
