import type { EventData, EventName } from '../../../shared/contract.ts';
import type { Emit } from '../../../shared/rpc.ts';

export type Listener<N extends EventName> = (data: EventData<N>) => void;

export interface EventHub {
  readonly emit: Emit;
  /** Calls `listener` for each event of that name until the returned function is called. */
  readonly subscribe: <N extends EventName>(name: N, listener: Listener<N>) => () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Set<{ readonly name: EventName; readonly hear: (data: never) => void }>();
  return {
    emit: (name, data) => {
      for (const listener of listeners) {
        if (listener.name === name) (listener.hear as (heard: unknown) => void)(data);
      }
    },
    subscribe: (name, hear) => {
      const listener = { name, hear };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
