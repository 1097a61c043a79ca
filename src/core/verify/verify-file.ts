import { createHash } from 'node:crypto';
import type { TrailFile } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import type { VerifiedFile } from '../../shared/calls/verify.ts';
import { evidenceEnding } from '../export/evidence-file.ts';
import { isEvidence, notCompared, readFileEvidence } from './file-evidence.ts';
import { judgeFile } from './judge-file.ts';
import { openPlainFile, type PlainFile } from './plain-file.ts';

export interface VerifyControl {
  readonly signal?: AbortSignal | undefined;
  /** Bytes read so far, and their total. */
  readonly onProgress?: ((bytes: number, of: number) => void) | undefined;
}

/** Bytes read at a time. */
const piece = 1024 * 1024;
/** Most bytes between two progress reports. */
const mostUnreported = 64 * 1024 * 1024;

/**
 * Checks if a file is recorded in the trail and unchanged. Whatever the file is, it is read piece by piece, nothing in it is followed or
 * executed, and memory stays bounded. Throws USAGE if it is not an ordinary file or cannot be read, BUSY if it changes meanwhile, STORE,
 * CANCELLED.
 */
export async function verifyFile(path: string, trail: readonly TrailFile[], control: VerifyControl = {}): Promise<VerifiedFile> {
  const check = (): void => {
    if (control.signal?.aborted === true) throw new AppError('CANCELLED', 'Cancelled. The file was only read; nothing was changed.');
  };
  const file = await openPlainFile(path);
  try {
    if (await isEvidence(file))
      throw new AppError(
        'USAGE',
        `"${file.name}" is the evidence of an export, not the export. Verify the file it belongs to: "${file.name.slice(0, -evidenceEnding.length)}".`,
      );
    const sha256 = await digestOf(file, check, control.onProgress);
    const evidence = await readFileEvidence(file, path, check);
    const { entry, ...judged } = judgeFile(sha256, evidence, trail);
    const isOfWorkbook = entry?.known.what === 'export' && judged.verdict === 'changed' && entry.known.id === evidence.inside?.id;
    const compared = isOfWorkbook ? await evidence.compareRows(entry.rowDigests ?? null) : notCompared;
    await file.assertUnchanged(file.size);
    return { name: file.name, bytes: file.size, sha256, ...judged, ...compared };
  } finally {
    await file.close();
  }
}

async function digestOf(file: PlainFile, check: () => void, onProgress?: VerifyControl['onProgress']): Promise<string> {
  const hash = createHash('sha256');
  const step = Math.min(Math.max(piece, file.size / 500), mostUnreported);
  let at = 0;
  let next = step;
  // A file that keeps growing is read only up to its original length.
  for (let more = true; more && at <= file.size;) {
    check();
    const bytes = await file.read(at, piece);
    hash.update(bytes);
    at += bytes.length;
    more = bytes.length > 0;
    if (!more || at < next) continue;
    onProgress?.(at, file.size);
    next = at + step;
  }
  await file.assertUnchanged(at);
  return hash.digest('hex');
}
