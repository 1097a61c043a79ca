import type { EventData, Output } from '../../shared/contract.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import type { Emit } from '../../shared/rpc.ts';
import { startPacker, type Packer } from './packer.ts';

type PackEnd = EventData<'pack.done'>;
type PackKind = NonNullable<Output<'pack.running'>>['kind'];

/** The work on a site pack that is in progress; there is at most one. */
export interface PackWork {
  /** Rejects with BUSY if other work is in progress. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Runs the work with a packer, and ends its process afterwards. */
  readonly withPacker: <T>(work: (packer: Packer) => Promise<T>) => Promise<T>;
  /** Like `withPacker`, and reports progress and end, also to a window that was reloaded. */
  readonly reported: <T>(kind: PackKind, work: (packer: Packer) => Promise<T>, ended: (value: T) => Partial<PackEnd>) => Promise<T>;
  readonly running: () => Output<'pack.running'>;
  readonly cancel: () => void;
  /** Cancels, and resolves when the process has ended. */
  readonly stop: () => Promise<void>;
}

const noEnd: PackEnd = { packed: null, taken: null, error: null };

export function createPackWork(dataDir: string, emit: Emit): PackWork {
  let busy = false;
  let packer: Packer | null = null;
  let running: Output<'pack.running'> = null;
  const withPacker: PackWork['withPacker'] = async (work) => {
    const started = startPacker(dataDir, (progress) => {
      if (running !== null) running = { ...running, ...progress };
      emit('pack.progress', progress);
    });
    packer = started;
    try {
      return await work(started);
    } finally {
      packer = null;
      await started.stop();
    }
  };
  return {
    alone: async (work) => {
      if (busy) throw new AppError('BUSY', 'Another site pack is still in progress. Wait for it to finish, or cancel it.');
      busy = true;
      try {
        return await work();
      } finally {
        busy = false;
      }
    },
    withPacker,
    reported: async (kind, work, ended) => {
      running = { kind, bytes: 0, of: 0 };
      try {
        const value = await withPacker(work);
        emit('pack.done', { ...noEnd, ...ended(value) });
        return value;
      } catch (error: unknown) {
        emit('pack.done', { ...noEnd, error: reportOf(error) });
        throw error;
      } finally {
        running = null;
      }
    },
    running: () => running,
    cancel: () => {
      packer?.cancel();
    },
    stop: async () => {
      await packer?.stop();
    },
  };
}
