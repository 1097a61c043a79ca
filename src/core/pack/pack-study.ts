import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { createAtomicFile } from '../platform/atomic-file.ts';
import { readSponsor } from '../query/study-card.ts';
import type { SealPair } from '../store/database/seal.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { writeSealed, type SealedControl } from '../sealed/write-sealed.ts';
import { packHeaderSchema, type PackHeader } from './pack-header.ts';
import { sitePackKind } from './pack-kind.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';

/** A study of the vault to be packed. */
export interface PackSource {
  readonly opened: StudyReader;
  /** Path and 32-byte key of its file. */
  readonly path: string;
  readonly key: Buffer;
  readonly seal: SealPair;
  readonly demo: boolean;
}

/** Output path, passphrase and details of the pack. `expires`: the last day, `YYYY-MM-DD`. */
export interface PackRequest {
  readonly path: string;
  readonly replace: boolean;
  readonly passphrase: string;
  readonly expires: string;
  readonly madeBy: string;
  readonly now: Date;
}

export interface PackingControl extends SealedControl {
  /**
   * Called when the file is complete and durable under a temporary name (`part`). It gets its final name when the promise resolves, and is
   * deleted if it rejects.
   */
  readonly onWritten?: (packed: Packed, part: string) => Promise<void> | void;
}

export type Packed = Pick<PackHeader, 'study' | 'expires' | 'madeAt' | 'datasets'> & {
  readonly generation: number;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Seals a study, with its proof and history, in one file under its own passphrase. Throws EXPORT if nothing is mirrored or the file cannot
 * be written, STORE if there is no space for the copy, BUSY if a sync ended meanwhile, CANCELLED; an earlier file of that name is then
 * unchanged and nothing else remains.
 */
export async function packStudy(source: PackSource, request: PackRequest, control: PackingControl = {}): Promise<Packed> {
  const file = createAtomicFile(request.path, request.replace);
  try {
    control.onProgress?.(0, 0);
    const snapshot = takeSnapshot(source.opened, source.key, packedPath(source.path));
    try {
      assertSealed(snapshot, source);
      const header = headerOf(source, snapshot, request);
      const cancelled = 'Packing was cancelled. No file was left; an earlier file of that name is unchanged.';
      const content = { schema: packHeaderSchema, header, path: snapshot.path, cancelled };
      await writeSealed(file, sitePackKind, request.passphrase, content, control);
      const { study, expires, madeAt, datasets, seal } = header;
      const packed = { study, expires, madeAt, datasets, generation: seal.generation, ...file.finish() };
      await control.onWritten?.(packed, file.part);
      file.commit();
      return packed;
    } finally {
      snapshot.remove();
    }
  } finally {
    file.discard();
  }
}

/**
 * Where the file of a pack is while it is made or taken in: next to the study's file, so that a wipe includes it. The process number in the
 * name shows whether its process has ended.
 */
export function packedPath(path: string): string {
  return `${path}.pack-${String(process.pid)}-${randomBytes(6).toString('hex')}`;
}

/** Ensures that the copy is the study known to the vault, not a replaced file or a flip that the vault does not know yet. */
function assertSealed({ seal }: Snapshot, { opened, seal: known }: PackSource): void {
  if ([known.current, known.pending].some((one) => one?.digest === seal.digest && one.generation === seal.generation)) return;
  throw new AppError('BUSY', `A sync of ${opened.study} ended while it was being packed. Nothing was written. Try again.`);
}

function headerOf(source: PackSource, snapshot: Snapshot, { expires, madeBy, now }: PackRequest): PackHeader {
  return {
    study: source.opened.study,
    sponsor: readSponsor(source.opened),
    demo: source.demo,
    madeAt: now.toISOString(),
    madeBy,
    expires,
    datasets: snapshot.datasets.map(({ dataset, distinct, asOf, confirmed }) => ({ dataset, records: distinct, asOf, confirmed })),
    seal: { ...snapshot.seal, counts: { ...snapshot.seal.counts } },
    key: snapshot.key.toString('base64'),
    size: snapshot.size,
  };
}
