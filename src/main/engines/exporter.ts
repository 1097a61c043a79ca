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
  /** Rejects with an AppError, or what `study` throws; then no file was written and an earlier one is unchanged, unless it is OutcomeUnknown. */
  readonly outcome: Promise<Exported>;
  readonly progress: () => Progress;
  readonly cancel: () => void;
  /** Cancels, and resolves when the export has ended. */
  readonly stop: () => Promise<void>;
}

interface ExportJob {
  readonly dataDir: string;
  readonly request: ExportRequest;
  /** Of the recipient of a protected export. */
  readonly salt: Uint8Array | null;
  readonly made: Made;
  readonly study: StudyAccess;
  /** The study as it is known by then, where its file flipped meanwhile. What it throws where that is gone ends the export. */
  readonly studyNow: () => StudyAccess;
  readonly path: string;
  readonly onProgress: (progress: Progress) => void;
  /** Of a lake: called before anything is written, where something is new. */
  readonly onBegin: () => void;
  /** Called before the file takes its name in place of a temporary one (`part`), which it does not where this throws. */
  readonly onWritten: (written: Omit<Exported, 'file'>, part: string) => void;
}

/** Writes one export in a process of its own. */
export function startExport(job: ExportJob): RunningExport {
  const { dataDir, request, salt, made, study, studyNow, path, onProgress, onBegin, onWritten } = job;
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
    /** What cannot be noted is not written. */
    const noteFirst = (note: () => void, then: ToEngine): void => {
      try {
        note();
        send(then);
      } catch (error: unknown) {
        send({ type: 'cancel' });
        reject(error instanceof Error ? error : new Error('An export could not be noted.', { cause: error }));
      }
    };
    engine.on('message', (message: FromEngine) => {
      if (message.type === 'progress') onProgress((progress = { rows: message.rows, of: message.of }));
      void answerAsk(host, message).then((answer) => {
        if (answer !== null) send(answer);
      });
      if (message.type === 'new') noteFirst(onBegin, { type: 'begin' });
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
