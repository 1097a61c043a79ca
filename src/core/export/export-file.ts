import { basename, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Exported } from '../../shared/calls/export.ts';
import { cloudServiceOf } from '../../shared/cloud-folder.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { listings } from '../../shared/listings.ts';
import type { StudyStatus } from '../../shared/status.ts';
import { upToAsked } from '../query/up-to-cut-off.ts';
import { inSharedSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { commitTogether, createAtomicFile, type AtomicFile } from '../platform/atomic-file.ts';
import type { Chunks } from './chunks.ts';
import type { Evidence } from './evidence.ts';
import { evidenceEnding, evidenceText } from './evidence-file.ts';
import { openContent, type ExportContent } from './export-content.ts';
import { checkPlan, type ExportPlan } from './export-plan.ts';
import { gradeOtherwise } from './graded-otherwise.ts';
import { cacheKiB, setCacheSize } from './sqlite-cache.ts';
import { withSmallHeap } from './heap-limit.ts';
import { roomyWhereNeeded } from './zip/roomy-where-needed.ts';

export type ExportOutcome = Omit<Exported, 'file'>;

/** Where to write, whether an existing file may be replaced, and who makes the export and when. */
export interface ExportTarget {
  readonly path: string;
  readonly replace: boolean;
  readonly made: Made;
}

export interface ExportControl {
  readonly signal?: AbortSignal;
  /** Rows written so far, and their total. */
  readonly onProgress?: (rows: number, of: number) => void;
  /**
   * Called when the file is complete and durable under a temporary name (`part`). It gets its final name when the promise resolves and is
   * deleted if it rejects.
   */
  readonly onWritten?: (outcome: ExportOutcome, part: string) => Promise<void> | void;
}

/** KiB of decrypted pages to hold if the requested rows are few enough: rows in a user-defined order are read from all over the file. */
const fewRows = { most: 250_000, cacheKiB: 65_536 } as const;

/**
 * Writes datasets of a study to one file, from one snapshot, with the evidence next to it (`PATH.carrel.json`; a workbook contains its
 * own). The connection is in use until the end and can answer nothing else; one more may be opened meanwhile. Throws USAGE for anything the
 * declaration does not know, EXPORT if a file cannot be written, CANCELLED, or CORRUPT; in every case earlier files are unchanged and
 * nothing new is left.
 */
export async function exportFile(
  study: StudyReader,
  plan: ExportPlan,
  { path, replace, made }: ExportTarget,
  control: ExportControl = {},
): Promise<ExportOutcome> {
  checkPlan(plan);
  return roomyWhereNeeded((isLarge) => writeFile(study, plan, { path, replace, made }, control, isLarge));
}

async function writeFile(
  study: StudyReader,
  plan: ExportPlan,
  { path, replace, made }: ExportTarget,
  control: ExportControl,
  isLarge: boolean,
): Promise<ExportOutcome> {
  const file = createAtomicFile(path, replace);
  let beside: AtomicFile | null = null;
  try {
    if (!holdsEvidence(plan)) beside = createAtomicFile(path + evidenceEnding, replace);
    const writeContent = async (status: StudyStatus, collectIfGrown: () => void): Promise<ExportContent & { readonly rows: number }> => {
      setCacheSize(study, cacheKiB);
      const shown = upToAsked(study, plan.cutOff);
      const seen = plan.ctcae === undefined ? shown : gradeOtherwise(shown, plan.ctcae);
      const content = await openContent(seen, status, plan, { made, isLarge });
      if (content.chunks.of <= fewRows.most) setCacheSize(study, fewRows.cacheKiB);
      return { ...content, rows: await writeChunks(file, content.chunks, control, collectIfGrown) };
    };
    const { chunks, evidence, notes, members, rows } = await inSharedSnapshot(study, () => {
      const status = readStudyStatus(study);
      return mirroredRecords(status, plan) <= fewRows.most
        ? writeContent(status, () => undefined)
        : withSmallHeap((collectIfGrown) => writeContent(status, collectIfGrown));
    });
    const written = file.finish();
    beside?.write(Buffer.from(evidenceText(evidence, notes, { name: basename(path), ...written }, members())));
    const evidenceSha256 = beside?.finish().sha256 ?? null;
    const outcome = {
      ...notes,
      ...written,
      rows,
      columns: chunks.columns,
      id: made.id,
      generation: latestGeneration(evidence),
      ...(evidence.dataCutOff === null ? {} : { cutOff: evidence.dataCutOff.date }),
      evidence: beside === null ? null : basename(path) + evidenceEnding,
      evidenceSha256,
      subjects: evidence.subjects === null ? null : { of: evidence.subjects.of, all: evidence.subjects.all },
      rowDigests: [...(chunks.rowDigests?.() ?? [])],
      cloud: cloudServiceOf(resolve(path)),
    };
    await control.onWritten?.(outcome, file.part);
    commitTogether(beside === null ? [file] : [file, beside]);
    return outcome;
  } finally {
    file.discard();
    beside?.discard();
  }
}

/** Number of records in the datasets that the export reads. */
function mirroredRecords({ datasets }: StudyStatus, { parts, listing }: ExportPlan): number {
  const asked: readonly DatasetName[] =
    listing === undefined ? parts.map(({ selection }) => selection.dataset) : listings[listing.name].madeOf;
  return datasets.filter(({ dataset }) => asked.includes(dataset)).reduce((sum, { records }) => sum + records, 0);
}

/** A workbook that is not in a zip contains its own evidence. */
function holdsEvidence({ format, zip }: ExportPlan): boolean {
  return format === 'xlsx' && zip === null;
}

function latestGeneration({ datasets, listing }: Evidence): number | null {
  const known = (listing?.madeOf ?? datasets).map(({ generation }) => generation).filter((generation) => generation !== null);
  return known.length === 0 ? null : Math.max(...known);
}

async function writeChunks(
  file: AtomicFile,
  { of, pieces }: Chunks,
  { signal, onProgress }: ExportControl,
  collectIfGrown: () => void,
): Promise<number> {
  let rows = 0;
  for await (const piece of pieces) {
    file.write(piece.bytes);
    rows += piece.rows;
    onProgress?.(rows, of);
    collectIfGrown();
    await setImmediate();
    if (signal?.aborted === true)
      throw new AppError('CANCELLED', 'The export was cancelled. No file was left; an earlier file of that name is unchanged.');
  }
  // The rows written must be exactly the rows selected.
  if (rows !== of)
    throw new AppError(
      'EXPORT',
      `The file would hold ${String(rows)} rows and ${String(of)} were selected. Nothing was written; an earlier file of that name is unchanged. Export again.`,
    );
  return rows;
}
