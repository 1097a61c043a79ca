import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Made } from '../../../shared/engine-protocol.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { HeaderVocabulary } from '../../../shared/datasets/declaration.ts';
import { headerOf } from '../../../shared/datasets/headers.ts';
import { AppError } from '../../../shared/errors.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import type { DatasetStatus, StudyStatus } from '../../../shared/status.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import { fingerprintOf } from '../../extract/fingerprint.ts';
import { inSharedSnapshot } from '../../query/snapshot.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { readStudyStatus } from '../../store/database/status.ts';
import { storedTerms } from '../../store/database/stored-terms.ts';
import type { Listing } from '../../listings/listing.ts';
import { listingSource, openListing } from '../../listings/open-listing.ts';
import { commitTogether, createAtomicFile, type AtomicFile } from '../../platform/atomic-file.ts';
import type { Chunks } from '../chunks.ts';
import { openContent } from '../export-content.ts';
import type { Protection } from '../../vault/settings/recipients.ts';
import { exportColumns, type ExportPlan } from '../export-plan.ts';
import { parquetColumns } from '../parquet/parquet-columns.ts';
import { protectedColumn, splitColumns } from '../protect/protected-columns.ts';
import { withSmallHeap } from '../heap-limit.ts';
import { reportedProof } from '../reported-proof.ts';
import { changesByGeneration } from './lake-changes.ts';
import { lakeManifestName } from '../../../shared/export-names.ts';
import { pendingName, writeManifest, writePending, type LakeFile, type LakeManifest } from './lake-manifest.ts';
import { openLake, sweepFailedRun, sweepLake } from './open-lake.ts';

/** What a lake contains of a study, and in which form. */
export interface LakePlan {
  readonly vocabulary: HeaderVocabulary;
  readonly protection: Protection | null;
  readonly allowed: AllowedTexts;
}

export interface LakeTarget {
  readonly folder: string;
  readonly made: Made;
  /** Whether the audit trail recorded a manifest, by its SHA-256 in hex. A lake with any other manifest is not continued. */
  readonly isRecorded: (sha256: string) => boolean;
}

export interface LakeControl {
  readonly signal?: AbortSignal;
  readonly onProgress?: (what: string, rows: number, of: number) => void;
  /**
   * Called with the number of rows, and the new files by their paths in the lake, before anything is written, if anything is new. Nothing
   * is written until the promise resolves.
   */
  readonly onBegin?: (rows: number, files: readonly string[]) => Promise<void> | void;
  /**
   * Called when all files and the manifest (`part`) are durable under temporary names. The lake contains the files once the promise
   * resolves.
   */
  readonly onWritten?: (outcome: LakeOutcome, part: string) => Promise<void> | void;
}

export interface LakeOutcome {
  /** The files just written; empty if nothing is new. */
  readonly files: readonly LakeFile[];
  readonly generation: number;
  readonly rows: number;
  /** SHA-256 of the manifest in hex; null if nothing was written. */
  readonly sha256: string | null;
}

type LakeDataset = LakeManifest['datasets'][number];

/**
 * Writes the datasets of a study whose generation the lake does not have yet as Parquet, partitioned by study, dataset and generation, and
 * the changes since then as a separate dataset. All files have temporary names until the last one is complete, and the manifest gets its
 * name last. Earlier generations stay. However it ends, the lake is either as before or complete. Throws the errors of `openLake`, EXPORT,
 * CANCELLED or CORRUPT.
 */
export async function writeLake(
  study: StudyReader,
  plan: LakePlan,
  { folder, made, isRecorded }: LakeTarget,
  control: LakeControl = {},
): Promise<LakeOutcome> {
  return inSharedSnapshot(study, async () => {
    const status = readStudyStatus(study);
    const present = status.datasets.flatMap((one): MirroredDataset[] =>
      one.generation === null ? [] : [{ ...one, generation: one.generation }],
    );
    const generation = Math.max(0, ...present.map((one) => one.generation));
    const recipient = plan.protection?.recipient ?? null;
    const {
      manifest: before,
      left,
      assertUnchanged,
    } = await openLake(folder, {
      study: study.study,
      recipient,
      generation,
      timeOf: (number) => timeOf(study, number),
      isRecorded,
    });
    const lake: Lake = { study, status, plan, made, folder, before, left, assertUnchanged, control, parts: [] };
    const due = present.map((one) => dueFile(lake, one)).filter((one) => one !== null);
    const changed =
      before === null || plan.protection !== null
        ? []
        : changesByGeneration(await changesSince(study, before.generation), before.generation);
    if (due.length === 0 && changed.length === 0) return { files: [], generation, rows: 0, sha256: null };
    const changes = changed.map((one) => ({ ...one, path: pathOf(study.study, 'changes', one.generation, 0) }));
    const fresh = [...due, ...changes].map(({ path }) => path);
    await control.onBegin?.(
      [...due.map(({ status: one }) => one.records), ...changed.map(({ rows }) => rows)].reduce((sum, rows) => sum + rows, 0),
      fresh,
    );
    try {
      writeWhole(join(folder, pendingName), writePending([...fresh, ...replacedBy(due), ...left]));
      const files: LakeFile[] = [];
      for (const one of due) files.push(await withSmallHeap((collectIfGrown) => writeDataset(lake, one, collectIfGrown)));
      for (const one of changes) files.push(await writeFile(lake, one.path, one.chunks(made), () => undefined));
      return await finish(lake, { due, files, generation });
    } catch (error: unknown) {
      for (const part of lake.parts) part.discard();
      sweepFailedRun(folder, [...fresh, ...left]);
      throw error;
    }
  });
}

interface Lake extends Required<Pick<LakeTarget, 'folder' | 'made'>> {
  readonly study: StudyReader;
  readonly status: StudyStatus;
  readonly plan: LakePlan;
  readonly before: LakeManifest | null;
  /** Files in the folder that do not belong to the lake. */
  readonly left: readonly string[];
  readonly assertUnchanged: () => void;
  readonly control: LakeControl;
  /** The files of this run under their temporary names, the manifest last. */
  readonly parts: AtomicFile[];
}

interface MirroredDataset extends DatasetStatus {
  readonly generation: number;
}

interface DueFile {
  readonly status: MirroredDataset;
  readonly path: string;
  readonly form: string;
  /** The file of the same generation in another form, which this one replaces. */
  readonly replaces: string | null;
}

/** Returns null if the lake already has the current dataset. */
function dueFile({ study, plan, before }: Lake, status: MirroredDataset): DueFile | null {
  const { dataset, generation } = status;
  const terms = storedTerms(study.db);
  const { vocabulary, protection, allowed } = plan;
  // For a protected lake, the form includes the recipient's salt; otherwise anyone with the manifest could guess the allowed texts and the
  // anchor.
  const disguised = protection === null ? null : [protection.anchor, Buffer.from(protection.salt).toString('hex')];
  const form = digestOf(JSON.stringify([fingerprintOf(datasets[dataset], terms), terms, vocabulary, disguised, allowed]));
  const has = before?.datasets.find((one) => one.dataset === dataset);
  if (has?.generation !== generation) return { status, form, path: pathOf(study.study, dataset, generation, 0), replaces: null };
  if (has.form === form) return null;
  const part = Number(/part-(\d+)\.parquet$/.exec(has.path)?.[1] ?? 0) + 1;
  return { status, form, path: pathOf(study.study, dataset, generation, part), replaces: has.path };
}

function replacedBy(due: readonly DueFile[]): readonly string[] {
  return due.flatMap(({ replaces }) => replaces ?? []);
}

function pathOf(study: string, dataset: DatasetName | 'changes', generation: number, part: number): string {
  return `study=${encodeURIComponent(study)}/dataset=${dataset}/generation=${String(generation)}/part-${String(part)}.parquet`;
}

function timeOf({ db }: StudyReader, generation: number): string | null {
  return db.prepare<[number], string>('SELECT at FROM generation WHERE number = ?').pluck().get(generation) ?? null;
}

function changesSince(study: StudyReader, since: number): Promise<Listing> {
  return openListing(listingSource(study), { name: 'changes', subjects: null, since });
}

async function writeDataset(lake: Lake, { status: { dataset }, path }: DueFile, collectIfGrown: () => void): Promise<LakeFile> {
  const { study, status, plan, made } = lake;
  const asked: ExportPlan = {
    ...{ vocabulary: plan.vocabulary, protection: plan.protection, allowed: plan.allowed },
    ...{ format: 'parquet', delimiter: ',', zip: null },
    parts: [{ selection: { dataset, where: [], search: '', subjects: null, chosen: null }, sort: [], columns: [] }],
  };
  const { chunks } = await openContent(study, status, asked, { made, isLarge: false });
  return writeFile(lake, path, chunks, collectIfGrown);
}

/** The file keeps its temporary name. */
async function writeFile(
  { folder, control, parts }: Lake,
  path: string,
  { of, pieces }: Chunks,
  collectIfGrown: () => void,
): Promise<LakeFile> {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true, mode: 0o700 });
  const file = createAtomicFile(whole, true);
  parts.push(file);
  let rows = 0;
  for await (const piece of pieces) {
    file.write(piece.bytes);
    rows += piece.rows;
    control.onProgress?.(path, rows, of);
    collectIfGrown();
    await setImmediate();
    if (control.signal?.aborted === true) throw new AppError('CANCELLED', 'The export was cancelled. The lake is unchanged.');
  }
  if (rows !== of)
    throw new AppError(
      'EXPORT',
      `A file would hold ${String(rows)} rows and ${String(of)} were selected. The lake is unchanged. Export again.`,
    );
  return { path, rows, ...file.finish() };
}

function writeWhole(path: string, bytes: Buffer): void {
  const file = createAtomicFile(path, true);
  try {
    file.write(bytes);
    file.commit();
  } finally {
    file.discard();
  }
}

async function finish(
  lake: Lake,
  { due, files, generation }: { readonly due: readonly DueFile[]; readonly files: readonly LakeFile[]; readonly generation: number },
): Promise<LakeOutcome> {
  const { folder, before, left, assertUnchanged, study, plan, made, control, parts } = lake;
  const replaced = replacedBy(due);
  const renewed = new Set(due.map(({ status }) => status.dataset));
  const manifest: LakeManifest = {
    carrelLake: 1,
    study: study.study,
    recipient: plan.protection?.recipient ?? null,
    export: { id: made.id, at: made.at, by: `Carrel ${made.by}`, demo: made.demo },
    generation,
    generationAt: timeOf(study, generation) ?? undefined,
    datasets: [...(before?.datasets ?? []).filter(({ dataset }) => !renewed.has(dataset)), ...due.map((one) => datasetOf(plan, one))],
    files: [...(before?.files ?? []).filter(({ path }) => !replaced.includes(path)), ...files],
  };
  const file = createAtomicFile(join(folder, lakeManifestName), true);
  parts.push(file);
  file.write(writeManifest(manifest));
  const { sha256 } = file.finish();
  assertUnchanged();
  const outcome = { files, generation, rows: files.reduce((sum, { rows }) => sum + rows, 0), sha256 };
  await control.onWritten?.(outcome, file.part);
  commitTogether(parts);
  sweepLake(folder, manifest, [...replaced, ...left]);
  return outcome;
}

function datasetOf({ vocabulary, protection }: LakePlan, { status, path, form }: DueFile): LakeDataset {
  const { dataset, generation, asOf } = status;
  const proof = reportedProof(status.proof, protection === null);
  const declared = datasets[dataset];
  const leaving =
    protection === null
      ? exportColumns(declared, [])
      : splitColumns(declared, []).leaving.map((column) => protectedColumn(column, protection));
  const columns = parquetColumns(leaving, vocabulary).flatMap(({ schema, from }) => {
    const column = leaving[from];
    if (column === undefined) return [];
    const type = schema.logical_type?.type ?? schema.type ?? '';
    return [{ name: schema.name, type, column: column.name, label: headerOf(column, 'plain'), sdtm: column.sdtm }];
  });
  return { dataset, generation, asOf, proof, path, columns, form };
}
