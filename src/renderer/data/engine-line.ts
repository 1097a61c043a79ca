import { AppError } from '../../shared/errors.ts';
import { connect, type AnyCall, type Emit } from '../../shared/rpc.ts';
import type { ReplaceablePort } from './message-port.ts';

/** Milliseconds that a call waits for an engine that has not started or is starting again. */
const patience = 20_000;

/** One engine, whatever port it is reached by at the moment. */
interface EngineLine {
  readonly call: AnyCall;
  /** Uses this port from now on; calls pending on the one before are rejected. */
  replace(port: ReplaceablePort): void;
}

export function createEngineLine(onEvent: Emit): EngineLine {
  let port: ReplaceablePort | null = null;
  let next = Promise.withResolvers<AnyCall>();
  let current: AnyCall | null = null;
  return {
    call: async (name, input) => {
      const call = current ?? (await withPatience(next.promise));
      return call(name, input);
    },
    replace: (incoming) => {
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
  };
}

async function withPatience(call: Promise<AnyCall>): Promise<AnyCall> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new AppError('STORE', 'The part of Carrel that reads the studies did not start. What was mirrored is unchanged. Close Carrel and open it again.'));
  }, patience);
  try {
    return await Promise.race([call, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
