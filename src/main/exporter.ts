import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { utilityProcess } from 'electron';
import type { EventData, Exported, ExportRequest } from '../shared/contract.ts';
import type { FromEngine, StudyAccess, ToEngine } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';

type Progress = EventData<'export.progress'>;

/** Milliseconds that an export gets to clean up before its process is ended. */
const patience = 3000;

export interface RunningExport {
  /** Rejects with an AppError; then no file was written and an earlier one is unchanged. */
  readonly outcome: Promise<Exported>;
  readonly progress: () => Progress;
  readonly cancel: () => void;
  /** Cancels, and resolves when the export has ended. */
  readonly stop: () => Promise<void>;
}

interface ExportJob {
  readonly dataDir: string;
  readonly request: ExportRequest;
  readonly study: StudyAccess;
  readonly path: string;
  readonly onProgress: (progress: Progress) => void;
}

/** Writes one export in a process of its own. */
export function startExport({ dataDir, request, study, path, onProgress }: ExportJob): RunningExport {
  const engine = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'exporter', '--data-dir', dataDir], {
    serviceName: 'Carrel exporter',
  });
  const send = (message: ToEngine): void => {
    engine.postMessage(message);
  };
  let progress: Progress = { rows: 0, of: 0 };
  const outcome = new Promise<Exported>((resolve, reject) => {
    engine.on('message', (message: FromEngine) => {
      if (message.type === 'progress') onProgress((progress = { rows: message.rows, of: message.of }));
      if (message.type !== 'exported') return;
      engine.kill();
      if (message.outcome.ok) resolve(message.outcome.value);
      else reject(new AppError(message.outcome.error.category, message.outcome.error.message));
    });
    engine.once('exit', () => {
      reject(
        new AppError('EXPORT', 'The export stopped before it was complete. No file was written; an earlier one is unchanged. Try again.'),
      );
    });
  });
  send({ type: 'studies', studies: [study] });
  send({ type: 'export', request, path });
  const cancel = (): void => {
    send({ type: 'cancel' });
  };
  return {
    outcome,
    progress: () => progress,
    cancel,
    stop: async () => {
      cancel();
      await Promise.race([outcome.catch(() => undefined), sleep(patience, undefined, { ref: false })]);
      engine.kill();
    },
  };
}
