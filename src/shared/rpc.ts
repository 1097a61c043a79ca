import type { output } from 'zod';
import type { CallName, Contract, EventData, EventName, Host, Input, Output } from './contract.ts';
import { AppError, reportOf, type ErrorReport } from './errors.ts';
import { faultOf, ForwardedFault, type Fault } from './fault.ts';

/** The calls that one host answers. */
export type CallsOf<H extends Host> = { [N in CallName]: Contract[N]['host'] extends H ? N : never }[CallName];

/** What a host implements: takes parsed input, returns output or a promise of it. Errors are AppErrors. */
export type Handlers<H extends Host> = {
  readonly [N in CallsOf<H>]: (input: ParsedInput<N>) => Output<N> | Promise<Output<N>>;
};
type ParsedInput<N extends CallName> = output<Contract[N]['input']>;

/** The one call function, typed by the contract. */
export type Call = <N extends CallName>(name: N, ...input: Input<N> extends undefined ? [] : [Input<N>]) => Promise<Output<N>>;

/** `fault`: set if the error was unexpected. */
export type Failed = { readonly ok: false; readonly error: ErrorReport; readonly fault?: Fault };
/** The outcome of work in another process or thread. */
export type Ended<T> = { readonly ok: true; readonly value: T } | Failed;
export type Reply = Ended<unknown>;
export type Frame =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'event'; readonly name: string; readonly data: unknown };

/** Any message port: the window's MessagePort, Electron's, or Node's MessageChannel in tests. */
export interface Port {
  send(frame: Frame): void;
  receive(listener: (frame: Frame) => void): void;
  closed(listener: () => void): void;
}

export type Emit = <N extends EventName>(name: N, data: EventData<N>) => void;
export type AnyCall = (name: CallName, input: unknown) => Promise<unknown>;

/** The calling side of a port. When a port closes, all pending and later calls are rejected. */
export function connect(port: Port, onEvent: <N extends EventName>(name: N, data: EventData<N>) => void): AnyCall {
  const pending = new Map<number, (reply: Reply) => void>();
  let next = 0;
  let dead = false;
  const gone: Reply = {
    ok: false,
    error: {
      code: 'STORE',
      message: 'The engine stopped before it answered. Mirrored data is unchanged; the engine restarts by itself.',
    },
  };
  port.receive((frame) => {
    // Listeners are registered by name, so an unknown event reaches none.
    if (frame.type === 'event') onEvent(frame.name as EventName, frame.data as EventData<EventName>);
    if (frame.type !== 'reply') return;
    pending.get(frame.id)?.(frame.reply);
    pending.delete(frame.id);
  });
  port.closed(() => {
    dead = true;
    for (const settle of pending.values()) settle(gone);
    pending.clear();
  });
  return async (name, input) => {
    if (dead) return open(gone);
    const id = next++;
    const reply = await new Promise<Reply>((settle) => {
      pending.set(id, settle);
      port.send({ type: 'call', id, name, input });
    });
    return open(reply);
  };
}

/** Returns a reply's value or throws its error. */
export function open(reply: Reply): unknown {
  if (reply.ok) return reply.value;
  throw errorOf(reply);
}

/** Converts anything thrown to what crosses a process boundary. */
export function failed(error: unknown): Failed {
  const fault = faultOf(error);
  return { ok: false, error: reportOf(error), ...(fault === null ? {} : { fault }) };
}

/** Runs the work and returns its outcome as it crosses a boundary. Never throws. */
export async function endedOf<T>(work: () => T | Promise<T>): Promise<Ended<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error: unknown) {
    return failed(error);
  }
}

/** Rebuilds the error that crossed a boundary. */
export function errorOf({ error, fault }: Failed): AppError {
  return new AppError(error.code, error.message, fault === undefined ? undefined : new ForwardedFault(fault));
}
