import type { AppError } from '../../shared/errors.ts';

/** A kind of file sealed under its own passphrase (docs/site-pack.md): its signature, and its errors when it does not open. */
export interface SealedKind {
  /** The first 16 bytes. */
  readonly magic: Buffer;
  /** Separates the keys of this kind from those of every other. */
  readonly bodyInfo: string;
  /** CORRUPT: another kind of file, or not what was sealed. */
  readonly damaged: (cause?: unknown) => AppError;
  /** VERSION */
  readonly newer: () => AppError;
  /** LOCKED: wrong passphrase. */
  readonly locked: () => AppError;
  /** USAGE: there is no readable file of that name. */
  readonly unreadable: (cause?: unknown) => AppError;
}
