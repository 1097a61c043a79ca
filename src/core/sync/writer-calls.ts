import type { SyncProgress } from '../../shared/status.ts';
import { AppError } from '../../shared/errors.ts';
import type { Emit, Handlers } from '../../shared/rpc.ts';
import type { NetworkSettings } from '../client/service.ts';
import { markLooked } from './mark-looked.ts';
import type { SyncHost } from './sync-host.ts';
import { syncStudies } from './sync-studies.ts';

interface Running {
  readonly studies: readonly string[];
  readonly control: AbortController;
  /** The newest progress of each study and dataset. */
  readonly progress: Map<string, SyncProgress>;
}

/** The calls of the writer engine. One sync at a time: a second one is BUSY. */
export function createWriterHandlers(host: SyncHost, emit: Emit, network: NetworkSettings = {}): Handlers<'writer'> {
  let running: Running | null = null;
  return {
    'sync.start': async ({ studies, only }) => {
      if (running !== null) throw new AppError('BUSY', 'A sync is running already. Wait for it to end, or cancel it.');
      const now: Running = { studies, control: new AbortController(), progress: new Map() };
      running = now;
      try {
        const result = await syncStudies(
          host,
          { studies, only, acceptShrink: false },
          {
            signal: now.control.signal,
            network,
            onProgress: (progress) => {
              now.progress.set(`${progress.dataset} ${progress.study}`, progress);
              emit('sync.progress', progress);
            },
            onDataset: (study, status) => emit('sync.dataset', { study, status }),
          },
        );
        emit('sync.done', result);
        return result;
      } finally {
        running = null;
      }
    },
    'sync.cancel': () => {
      running?.control.abort();
      return undefined;
    },
    'sync.running': () => ({ studies: [...(running?.studies ?? [])], progress: [...(running?.progress.values() ?? [])] }),
    'changes.looked': async ({ study }) => markLooked(host, study, running === null),
  };
}
