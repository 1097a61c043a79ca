import { AppError } from '../../../shared/errors.ts';
import { connect, type AnyCall, type Emit, type Frame, type Port } from '../../../shared/rpc.ts';

/** How long a call waits for an engine that is starting or restarting, in milliseconds. */
const timeoutMs = 20_000;

/** The connection to one engine, which outlives the engine's ports. */
export interface EngineLine {
  readonly call: AnyCall;
  /** Uses this port from now on; calls pending on the previous one are rejected. */
  replace(port: ReplaceablePort): void;
  /** Call when the engine was given up. Calls are then rejected at once until there is a port again. */
  refuse(): void;
}

export function createEngineLine(onEvent: Emit): EngineLine {
  let port: ReplaceablePort | null = null;
  let next = Promise.withResolvers<AnyCall>();
  let refused = false;
  let current: AnyCall | null = null;
  return {
    call: async (name, input) => {
      if (refused) throw givenUp();
      const call = current ?? (await withTimeout(next.promise));
      return call(name, input);
    },
    replace: (incoming) => {
      refused = false;
      const before = port;
      port = incoming;
      before?.giveUp();
      current = connect(incoming, onEvent);
      incoming.closed(() => {
        if (port === incoming) current = null;
      });
      next.resolve(current);
      next = Promise.withResolvers<AnyCall>();
    },
    refuse: () => {
      refused = true;
      // Without waiting calls, the rejection must not count as unhandled.
      next.promise.catch(() => undefined);
      next.reject(givenUp());
      next = Promise.withResolvers<AnyCall>();
    },
  };
}

function givenUp(): AppError {
  return new AppError(
    'STORE',
    'This part of Carrel stopped several times in a row and will not restart by itself. Mirrored data is unchanged. Lock and unlock Carrel to restart it.',
  );
}

async function withTimeout(call: Promise<AnyCall>): Promise<AnyCall> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(
      new AppError(
        'STORE',
        'The part of Carrel that reads the studies did not start. Mirrored data is unchanged. Close and reopen Carrel.',
      ),
    );
  }, timeoutMs);
  try {
    return await Promise.race([call, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A port of the page that can also be closed from this side, when another replaces it. */
export interface ReplaceablePort extends Port {
  /** Closes the port and notifies the `closed` listeners. */
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
