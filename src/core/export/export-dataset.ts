import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import type { ExportFormat, Exported } from '../../shared/contract.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import { inHeldSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { createAtomicFile, type AtomicFile } from './atomic-file.ts';
import { csvChunks } from './csv-chunks.ts';
import { checkPlan, type ExportPlan } from './export-plan.ts';
import type { Chunks } from './chunks.ts';
import { datasetJsonChunks } from './dataset-json-chunks.ts';
import { xptChunks } from './xpt/xpt-chunks.ts';
import { ndjsonChunks } from './ndjson-chunks.ts';
import { xlsxChunks } from './xlsx/xlsx-chunks.ts';

export type ExportOutcome = Omit<Exported, 'file'>;

/** Where to write, whether a file there may be replaced, and who makes it when. */
export interface ExportTarget {
  readonly path: string;
  readonly replace: boolean;
  readonly made: Made;
}

export interface ExportControl {
  readonly signal?: AbortSignal;
  /** Rows written so far, of how many. */
  readonly onProgress?: (rows: number, of: number) => void;
  /** Called when the file is whole and durable under a temporary name (`part`); it takes its own when the promise resolves, and is gone where it rejects. */
  readonly onWritten?: (outcome: ExportOutcome, part: string) => Promise<void> | void;
}

/** KiB of decrypted pages held: rows in an order of their own are read from all over the file. */
const cacheKiB = 131_072;

/**
 * Writes one dataset of a study to a file, from one snapshot. The connection is held until the end and can answer nothing else.
 * Errors: USAGE for what the declaration does not know, EXPORT where the file cannot be written, CANCELLED, CORRUPT; in every
 * case an earlier file is unchanged and nothing new is left.
 */
export async function exportDataset(
  study: StudyReader,
  plan: ExportPlan,
  out: ExportTarget,
  control: ExportControl = {},
): Promise<ExportOutcome> {
  checkPlan(plan);
  return writeFile(study, () => sources[plan.format](study, plan, out.made), out, control);
}

/** The same for several datasets in one workbook. */
export async function exportWorkbook(
  study: StudyReader,
  plans: readonly ExportPlan[],
  out: ExportTarget,
  control: ExportControl = {},
): Promise<ExportOutcome> {
  plans.forEach(checkPlan);
  return writeFile(study, () => xlsxChunks(study, plans, out.made), out, control);
}

async function writeFile(study: StudyReader, open: () => Chunks, out: ExportTarget, control: ExportControl): Promise<ExportOutcome> {
  const file = createAtomicFile(out.path, out.replace);
  try {
    const written = await inHeldSnapshot(study, async () => {
      study.db.pragma(`cache_size=-${String(cacheKiB)}`);
      return writeChunks(file, open(), control);
    });
    const outcome = { ...written, ...file.finish() };
    await control.onWritten?.(outcome, file.part);
    file.commit();
    return outcome;
  } finally {
    file.discard();
  }
}

const sources: Readonly<Record<ExportFormat, (study: StudyReader, plan: ExportPlan, made: Made) => Chunks>> = {
  csv: csvChunks,
  'csv-excel': csvChunks,
  'dataset-json': datasetJsonChunks,
  'dataset-json-nd': datasetJsonChunks,
  xpt: xptChunks,
  ndjson: ndjsonChunks,
  xlsx: (study, plan, made) => xlsxChunks(study, [plan], made),
};

async function writeChunks(
  file: AtomicFile,
  { of, columns, pieces, guarded }: Chunks,
  { signal, onProgress }: ExportControl,
): Promise<{ rows: number; columns: number; guarded: number }> {
  let rows = 0;
  for await (const piece of pieces) {
    file.write(piece.bytes);
    rows += piece.rows;
    onProgress?.(rows, of);
    await setImmediate();
    if (signal?.aborted === true)
      throw new AppError('CANCELLED', 'The export was cancelled. No file was left; an earlier file of that name is unchanged.');
  }
  return { rows, columns, guarded: guarded() };
}
