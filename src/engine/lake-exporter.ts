import { basename, join } from 'node:path';
import { lakeManifestName } from '../shared/export-names.ts';
import { writeLake, type LakeOutcome } from '../core/export/lake/write-lake.ts';
import type { StudyReader } from '../core/query/study-directory.ts';
import type { Protection } from '../core/vault/settings/recipients.ts';
import type { Exported, ExportRequest } from '../shared/calls/export.ts';
import { cloudServiceOf } from '../shared/cloud-folder.ts';
import type { Made } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { noNotes } from '../shared/export-notes.ts';

interface LakeJob {
  readonly request: ExportRequest;
  readonly protection: Protection | null;
  readonly folder: string;
  readonly made: Made;
  /** SHA-256 in hex of the manifests that the trail recorded. */
  readonly manifests: readonly string[];
}

interface LakeControl {
  readonly signal: AbortSignal;
  /** Resolves once the trail records that something is written. */
  readonly onBegin: (files: readonly string[]) => Promise<undefined>;
  /** Resolves once the trail has the manifest's digest. */
  readonly onWritten: (written: Omit<Exported, 'file'>, part: string) => Promise<undefined>;
  readonly onProgress: (rows: number, of: number) => void;
}

/** Writes what a lake lacks. Throws USAGE if only a part of the study is requested, and the errors of `writeLake`. */
export async function exportLake(
  study: StudyReader,
  { request, protection, folder, made, manifests }: LakeJob,
  control: LakeControl,
): Promise<Exported> {
  const { parts, vocabulary, allowed = [] } = request;
  if (parts.length > 0) throw new AppError('USAGE', 'A lake always covers the whole study: rows and columns cannot be selected.');
  const rows = new Map<string, number>();
  let of = 0;
  const outcome = await writeLake(
    study,
    { vocabulary, protection, allowed },
    { folder, made, isRecorded: (sha256) => manifests.includes(sha256) },
    {
      signal: control.signal,
      onBegin: async (all, files) => {
        of = all;
        await control.onBegin(files);
      },
      onProgress: (path, written) => {
        rows.set(path, written);
        control.onProgress(
          [...rows.values()].reduce((sum, one) => sum + one, 0),
          of,
        );
      },
      onWritten: (written, part) => control.onWritten(reportedOf(written, folder, made), part),
    },
  );
  return { ...reportedOf(outcome, folder, made), file: basename(folder) };
}

function reportedOf({ files, rows, generation, sha256 }: LakeOutcome, folder: string, { id }: Made): Omit<Exported, 'file'> {
  return {
    ...noNotes(),
    ...{ rows, columns: 0, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), sha256: sha256 ?? '', id, generation },
    ...{ subjects: null, evidence: null, evidenceSha256: null, rowDigests: [] },
    cloud: cloudServiceOf(join(folder, lakeManifestName)),
    files: files.length,
  };
}
