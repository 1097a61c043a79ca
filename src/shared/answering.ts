import { contract, type Host } from './contract.ts';
import { AppError } from './errors.ts';
import { faultOf } from './fault.ts';
import { judgeInput } from './input-limits.ts';
import { failed, type CallsOf, type Emit, type Frame, type Handlers, type Port, type Reply } from './rpc.ts';

/** Receives an unexpected error in full, for developers of Carrel. */
export type OnUnexpected = (call: string, error: unknown) => void;

/** Answers one call. The serving side parses the input, whoever sent it. Never throws. */
export async function answer<H extends Host>(
  host: H,
  handlers: Handlers<H>,
  name: string,
  input: unknown,
  onUnexpected?: OnUnexpected,
): Promise<Reply> {
  try {
    if (!Object.hasOwn(handlers, name)) throw new AppError('USAGE', `The ${host} has no call "${name.slice(0, 40)}".`);
    const callName = name as CallsOf<H>;
    const unfit = judgeInput(callName, input);
    if (unfit !== null)
      throw new AppError(unfit === 'too large' ? 'LIMIT' : 'USAGE', `The call "${callName}" was made with input that is ${unfit}.`);
    const parsed = contract[callName].input.safeParse(input);
    if (!parsed.success) throw new AppError('USAGE', `The call "${callName}" was made with input it does not take.`);
    const handler = handlers[callName] as (value: unknown) => unknown;
    return { ok: true, value: await handler(parsed.data) };
  } catch (error: unknown) {
    if (faultOf(error) !== null) onUnexpected?.(name, error);
    return failed(error);
  }
}

/** A page that was taken over can send anything. */
function isCall(frame: unknown): frame is Extract<Frame, { readonly type: 'call' }> {
  return (
    typeof frame === 'object' &&
    frame !== null &&
    'type' in frame &&
    frame.type === 'call' &&
    'name' in frame &&
    typeof frame.name === 'string'
  );
}

/** Serves a host's calls over a port, and ignores anything else; `emit` sends an event to the other side. */
export function serve<H extends Host>(host: H, handlers: Handlers<H>, port: Port, onUnexpected?: OnUnexpected): { emit: Emit } {
  port.receive((frame) => {
    if (!isCall(frame)) return;
    void answer(host, handlers, frame.name, frame.input, onUnexpected).then((reply) => {
      port.send({ type: 'reply', id: frame.id, reply });
    });
  });
  return {
    emit: (name, data) => {
      port.send({ type: 'event', name, data });
    },
  };
}
