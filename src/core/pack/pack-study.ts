import { randomBytes } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { createAtomicFile } from '../platform/atomic-file.ts';
import { readSponsor } from '../query/study-card.ts';
import type { SealPair } from '../store/seal.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { writeSealed, type SealedControl } from '../sealed/write-sealed.ts';
import { packHeaderSchema, type PackHeader } from './pack-header.ts';
import { sitePackKind } from './pack-kind.ts';
import { takeSnapshot, type Snapshot } from './snapshot.ts';

/** A study of the vault that is to be packed. */
export interface PackSource {
  readonly opened: StudyReader;
  /** Path of its file, and the 32 bytes that open it. */
  readonly path: string;
  readonly key: Buffer;
  readonly seal: SealPair;
  readonly demo: boolean;
}

/** What is written where, and under what. `expires`: the last day, `YYYY-MM-DD`. */
export interface PackRequest {
  readonly path: string;
  readonly replace: boolean;
  readonly passphrase: string;
  readonly expires: string;
  readonly madeBy: string;
  readonly now: Date;
}

export interface PackingControl extends SealedControl {
  /** Called when the file is whole and durable under a temporary name (`part`); it takes its own when the promise resolves, and is gone where it rejects. */
  readonly onWritten?: (packed: Packed, part: string) => Promise<void> | void;
}

export type Packed = Pick<PackHeader, 'study' | 'expires' | 'madeAt' | 'datasets'> & {
  readonly generation: number;
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * Seals a study, with its proof and its history, into one file under a passphrase of its own. Errors: EXPORT where nothing is mirrored
 * or the file cannot be written, STORE where there is no room for the copy, BUSY where a sync ended meanwhile, CANCELLED; in every case
 * an earlier file of that name is unchanged and nothing else is left.
 */
export async function packStudy(source: PackSource, request: PackRequest, control: PackingControl = {}): Promise<Packed> {
  const file = createAtomicFile(request.path, request.replace);
  try {
    control.onProgress?.(0, 0);
    const snapshot = takeSnapshot(source.opened, source.key, snapshotPath(source.path));
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

/** Beside the study's file, so that a wipe takes it along; the process's number tells whether it was left by one that is gone. */
function snapshotPath(path: string): string {
  return `${path}.pack-${String(process.pid)}-${randomBytes(6).toString('hex')}`;
}

/** The copy is what the vault knows of the study, not what somebody put in its place, nor a flip that it has not heard of yet. */
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
