import type { CallName, Input, Output } from '../../../shared/contract.ts';
import type { Call } from '../../../shared/rpc.ts';

/** How long an answer that was asked for ahead may be used, in milliseconds. */
const longest = 3000;

export interface AskingAhead {
  readonly call: Call;
  /** Makes a call whose answer goes to the next call with the same name and input, once, if that follows soon. */
  readonly askAhead: <N extends CallName>(name: N, ...input: Input<N> extends undefined ? [] : [Input<N>]) => void;
  /** Call when earlier answers may be outdated. */
  readonly forget: () => void;
}

/** Lets the page ask for what a part of it will need while that part is still being made. */
export function askingAhead(call: Call): AskingAhead {
  const ahead = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  return {
    call: async (name, ...input) => {
      if (ahead.size === 0) return call(name, ...input);
      const asked = JSON.stringify([name, ...input]);
      const known = ahead.get(asked);
      ahead.delete(asked);
      if (known === undefined || performance.now() - known.at > longest) return call(name, ...input);
      return (await known.answer) as Output<typeof name>;
    },
    askAhead: (name, ...input) => {
      const answer = call(name, ...input);
      // Whoever takes the answer gets the error.
      answer.catch(() => undefined);
      ahead.set(JSON.stringify([name, ...input]), { at: performance.now(), answer });
    },
    forget: () => {
      ahead.clear();
    },
  };
}
