import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { Exported, ExportRequest } from '../../shared/calls/export.ts';
import type { EventData } from '../../shared/contract.ts';
import type { FromEngine, Made, StudyAccess, ToEngine } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import { errorOf } from '../../shared/rpc.ts';
import { answerAsk, tellStudy } from './answer-ask.ts';
import { endEngine } from './end-engine.ts';
import { OutcomeUnknown } from '../platform/outcome-unknown.ts';

type Progress = EventData<'export.progress'>;

export interface RunningExport {
  /** Rejects with an AppError, or what `study` throws. Then no file was written and earlier ones are unchanged (except OutcomeUnknown). */
  readonly outcome: Promise<Exported>;
  readonly progress: () => Progress;
  readonly cancel: () => void;
  /** Cancels, and resolves when the export has ended. */
  readonly stop: () => Promise<void>;
}

interface ExportJob {
  readonly dataDir: string;
  readonly request: ExportRequest;
  /** The salt for the recipient of a protected export. */
  readonly salt: Uint8Array | null;
  readonly made: Made;
  readonly study: StudyAccess;
  /** Returns the current access to the study if its file flipped meanwhile. Throws if the study is gone, which ends the export. */
  readonly studyNow: () => StudyAccess;
  readonly path: string;
  /** SHA-256 in hex of the lakes' manifests of the study that the trail recorded. */
  readonly manifests: readonly string[];
  readonly onProgress: (progress: Progress) => void;
  /** Called before a lake is written, if there is something new: with its new files, relative to its folder. */
  readonly onBegin: (files: readonly string[]) => void;
  /** Called before the temporary file (`part`) gets its final name. If it throws, the file is not renamed. */
  readonly onWritten: (written: Omit<Exported, 'file'>, part: string) => void;
}

/** Writes one export in a separate process. */
export function startExport(job: ExportJob): RunningExport {
  const { dataDir, request, salt, made, study, studyNow, path, manifests, onProgress, onBegin, onWritten } = job;
  const engine = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'exporter', '--data-dir', dataDir], {
    serviceName: 'Carrel exporter',
  });
  const send = (message: ToEngine): void => {
    engine.postMessage(message);
  };
  const host = tellStudy('An export', studyNow);
  let progress: Progress = { rows: 0, of: 0 };
  let shown = false;
  const outcome = new Promise<Exported>((resolve, reject) => {
    /** Cancels the export if it cannot be recorded. */
    const noteFirst = (note: () => void, then: ToEngine): void => {
      try {
        note();
        send(then);
      } catch (error: unknown) {
        send({ type: 'cancel' });
        reject(error instanceof Error ? error : new Error('The export could not be recorded.', { cause: error }));
      }
    };
    engine.on('message', (message: FromEngine) => {
      if (message.type === 'progress') onProgress((progress = { rows: message.rows, of: message.of }));
      void answerAsk(host, message).then((answer) => {
        if (answer !== null) send(answer);
      });
      if (message.type === 'new')
        noteFirst(
          () => {
            onBegin(message.files);
          },
          { type: 'begin' },
        );
      if (message.type === 'written')
        noteFirst(
          () => {
            onWritten(message.written, message.part);
            shown = true;
          },
          { type: 'show' },
        );
      if (message.type !== 'exported') return;
      engine.kill();
      if (message.outcome.ok) resolve(message.outcome.value);
      else reject(errorOf(message.outcome));
    });
    engine.once('exit', () => {
      reject(
        shown
          ? new OutcomeUnknown('export')
          : new AppError(
              'EXPORT',
              'The export stopped before it was complete. No file was written; an earlier one is unchanged. Try again.',
            ),
      );
    });
    send({ type: 'studies', studies: [study] });
    send({
      type: 'export',
      request,
      salt,
      path,
      made,
      manifests,
    });
  });
  const cancel = (): void => {
    send({ type: 'cancel' });
  };
  return {
    outcome,
    progress: () => progress,
    cancel,
    stop: async () => {
      cancel();
      await endEngine(engine, outcome);
    },
  };
}
