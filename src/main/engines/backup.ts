import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { BackupDone, BackupJob, FromEngine, RestoreDone, ToEngine } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import { errorOf, type Ended } from '../../shared/rpc.ts';
import { OutcomeUnknown } from '../platform/outcome-unknown.ts';
import { answerAsk, type AskHost } from './answer-ask.ts';
import { endEngine } from './end-engine.ts';

/** A process that creates or restores one backup. Its methods reject with an AppError. */
export interface BackupEngine {
  /**
   * `written` is called with the complete temporary file (`part`), which is renamed after it returns. If `backUp` rejects, no file is left,
   * unless with OutcomeUnknown.
   */
  backUp(job: BackupJob, written: (done: BackupDone, part: string) => void): Promise<BackupDone>;
  /** If it rejects, each study is either unchanged or restored. */
  restore(path: string, passphrase: string, folder: string): Promise<RestoreDone>;
  cancel(): void;
  /** Cancels, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/** `host` answers what the process asks of the vault. */
export function startBackupEngine(dataDir: string, host: AskHost, onProgress: (bytes: number, of: number) => void): BackupEngine {
  const engine = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'backup', '--data-dir', dataDir], {
    serviceName: 'Carrel backup',
  });
  const send = (message: ToEngine): void => {
    engine.postMessage(message);
  };
  const listeners: ((message: FromEngine) => void)[] = [];
  engine.on('message', (message: FromEngine) => {
    void answerAsk(host, message).then((answer) => {
      if (answer !== null) send(answer);
    });
    if (message.type === 'progress') onProgress(message.rows, message.of);
    for (const listener of listeners) listener(message);
  });
  let committed = false;
  const ended = new Promise<void>((resolve) => {
    engine.once('exit', () => {
      resolve();
    });
  });
  let work: Promise<unknown> = Promise.resolve();
  const begin = <T>(ask: (resolve: (value: T) => void, reject: (error: Error) => void) => void): Promise<T> => {
    const begun = new Promise<T>((resolve, reject) => {
      void ended.then(() => {
        reject(committed ? new OutcomeUnknown('backup') : new AppError('STORE', 'The backup stopped before it was complete. Try again.'));
      });
      ask(resolve, reject);
    });
    work = begun;
    return begun;
  };
  return {
    backUp: (job, written) =>
      begin((resolve, reject) => {
        listeners.push((message) => {
          if (message.type === 'backup-ended') settle(message.outcome, resolve, reject);
          if (message.type !== 'backup-written') return;
          // A backup that the vault could not record must not appear.
          try {
            written(message.done, message.part);
            committed = true;
            send({ type: 'commit' });
          } catch (error: unknown) {
            reject(error instanceof Error ? error : new Error('The backup could not be recorded.', { cause: error }));
            engine.kill();
          }
        });
        send({ type: 'back-up', job });
      }),
    restore: (path, passphrase, folder) =>
      begin((resolve, reject) => {
        listeners.push((message) => {
          if (message.type === 'restore-ended') settle(message.outcome, resolve, reject);
        });
        send({ type: 'restore', path, passphrase, folder });
      }),
    cancel: () => {
      send({ type: 'cancel' });
    },
    stop: async () => {
      send({ type: 'cancel' });
      await endEngine(engine, work);
      await ended;
    },
  };
}

function settle<T>(outcome: Ended<T>, resolve: (value: T) => void, reject: (error: Error) => void): void {
  if (outcome.ok) resolve(outcome.value);
  else reject(errorOf(outcome));
}
