import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { FromEngine, FileTask, ToEngine } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import { open } from '../../shared/rpc.ts';
import { kill } from './end-engine.ts';

interface TaskControl {
  /** Cancels work at once. Use it only for work that only reads. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, of: number) => void;
}

/** Runs work on a whole file in a separate process. Rejects with the error of the work, CANCELLED, or STORE if the process ends early. */
export async function runTask(task: FileTask, { signal, onProgress }: TaskControl = {}): Promise<unknown> {
  const engine = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'file-task'], { serviceName: 'Carrel file task' });
  try {
    return await new Promise<unknown>((resolve, reject) => {
      engine.on('message', (message: FromEngine) => {
        if (message.type === 'progress') onProgress?.(message.rows, message.of);
        if (message.type !== 'task-done') return;
        try {
          resolve(open(message.reply));
        } catch (error: unknown) {
          reject(error instanceof Error ? error : new Error('The work failed.', { cause: error }));
        }
      });
      signal?.addEventListener('abort', () => {
        reject(new AppError('CANCELLED', 'Cancelled. The file was only read; nothing was changed.'));
      });
      engine.once('exit', () => {
        reject(new AppError('STORE', 'The part of Carrel that processes files stopped. Mirrored data is unchanged. Try again.'));
      });
      engine.postMessage({ type: 'task', task } satisfies ToEngine);
    });
  } finally {
    kill(engine);
  }
}
