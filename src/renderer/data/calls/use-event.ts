import { useEffect } from 'react';
import type { EventName } from '../../../shared/contract.ts';
import { useModel } from '../model/model-context.ts';
import type { Listener } from '../port/event-hub.ts';

/** Hears an event while the component is there. `listener` should be stable (useCallback) or cheap to change. */
export function useEvent<N extends EventName>(name: N, listener: Listener<N>): void {
  const { data } = useModel();
  useEffect(() => data.subscribe(name, listener), [data, name, listener]);
}
