import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { EventData } from '../../shared/contract.ts';
import type { FoundPack, FromEngine, PackDone, PackJob, StudyAccess, ToEngine } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import { errorOf } from '../../shared/rpc.ts';
import { answerAsk, tellStudy } from './answer-ask.ts';
import { endEngine } from './end-engine.ts';
import { OutcomeUnknown } from '../platform/outcome-unknown.ts';

type Progress = EventData<'pack.progress'>;

/** A study's file and its key. */
interface FileAccess {
  readonly path: string;
  readonly key: Buffer;
}

/** A process that creates or opens one site pack. Its methods reject with an AppError and leave nothing (except OutcomeUnknown). */
export interface Packer {
  /**
   * `studyNow` returns the current access to the study, also if its file flipped meanwhile; if it throws, the work ends. `written` is
   * called with the complete temporary file (`part`), which is renamed after it returns.
   */
  pack(studyNow: () => StudyAccess, job: PackJob, written: (done: PackDone, part: string) => void): Promise<PackDone>;
  /** With `whole`, reads the whole pack to find damage anywhere in it; the pack cannot be unpacked then. */
  open(path: string, passphrase: string, whole?: 'whole'): Promise<FoundPack>;
  /** Call after `open`. `earlier`: the file that it replaces, for what people added to it. */
  unpack(place: FileAccess, earlier: FileAccess | null): Promise<PackDone>;
  /** While a pack is opened or unpacked, also ends a process that does not hear: SQLite may be reading a file made to have no end. */
  cancel(): void;
  /** Cancels, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/** The callbacks for the work that the process is doing. */
interface Waiting {
  readonly studyNow?: () => StudyAccess;
  readonly found?: (found: FoundPack) => void;
  readonly written?: (done: PackDone, part: string) => void;
  readonly done?: (done: PackDone) => void;
  readonly failed: (error: Error) => void;
}

export function startPacker(dataDir: string, onProgress: (progress: Progress) => void): Packer {
  const engine = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'packer', '--data-dir', dataDir], {
    serviceName: 'Carrel packer',
  });
  const send = (message: ToEngine): void => {
    engine.postMessage(message);
  };
  let waiting: Waiting = { failed: () => undefined };
  let work: Promise<unknown> = Promise.resolve();
  let committed = false;
  const host = tellStudy('The work on a site pack', () => waiting.studyNow?.() ?? null);
  engine.on('message', (message: FromEngine) => {
    void answerAsk(host, message).then((answer) => {
      if (answer !== null) send(answer);
    });
    if (message.type === 'progress') onProgress({ bytes: message.rows, of: message.of });
    if (message.type === 'pack-found') waiting.found?.(message.found);
    if (message.type === 'pack-written')
      settle(
        waiting,
        () => waiting.written?.(message.done, message.part),
        () => {
          committed = true;
          send({ type: 'commit' });
        },
        () => engine.kill(),
      );
    if (message.type !== 'pack-ended') return;
    if (message.outcome.ok) waiting.done?.(message.outcome.value);
    else waiting.failed(errorOf(message.outcome));
  });
  const ended = new Promise<void>((resolve) => {
    engine.once('exit', () => {
      resolve();
    });
  });
  let cancelled = false;
  const sendCancel = (): void => {
    cancelled = true;
    send({ type: 'cancel' });
  };
  const stopped = (): Error => {
    if (committed) return new OutcomeUnknown('packing');
    return cancelled
      ? new AppError('CANCELLED', 'Cancelled. Nothing was imported or changed.')
      : new AppError('EXPORT', 'The site pack stopped before it was complete. Nothing was changed. Try again.');
  };
  const begin = <T>(ask: (done: (value: T) => void, failed: (error: Error) => void) => void): Promise<T> => {
    const begun = new Promise<T>((done, failed) => {
      // Also for work that begins after the process has ended.
      void ended.then(() => {
        failed(stopped());
      });
      ask(done, failed);
    });
    work = begun;
    return begun;
  };
  return {
    pack: (studyNow, job, written) =>
      begin((done, failed) => {
        waiting = { studyNow, written, done, failed };
        send({ type: 'studies', studies: [studyNow()] });
        send({ type: 'pack', job });
      }),
    open: (path, passphrase, whole) =>
      begin((found, failed) => {
        waiting = { found, failed };
        send({ type: 'open-pack', path, passphrase, whole: whole === 'whole' });
      }),
    unpack: ({ path, key }, earlier) =>
      begin((done, failed) => {
        waiting = { done, failed };
        send({ type: 'unpack', path, key, earlier: earlier === null ? null : { path: earlier.path, key: earlier.key } });
      }),
    cancel: () => {
      sendCancel();
      if (waiting.written === undefined) void endEngine(engine, work);
    },
    stop: async () => {
      sendCancel();
      await endEngine(engine, work);
      await ended;
    },
  };
}

/** Continues only if the vault could record the pack; otherwise ends the work, so that no unrecorded file appears. */
function settle({ failed }: Waiting, note: () => void, go: () => void, end: () => void): void {
  try {
    note();
    go();
  } catch (error: unknown) {
    failed(error instanceof Error ? error : new Error('The site pack could not be recorded.', { cause: error }));
    end();
  }
}
