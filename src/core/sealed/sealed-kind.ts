import type { AppError } from '../../shared/errors.ts';

/** A kind of file that is sealed under a passphrase of its own (docs/site-pack.md): what it begins with, and what is said when it does not open. */
export interface SealedKind {
  /** The first 16 bytes. */
  readonly magic: Buffer;
  /** Keeps the keys of this kind apart from those of every other. */
  readonly bodyInfo: string;
  /** CORRUPT: it is of another kind, or not what was sealed. */
  readonly damaged: (cause?: unknown) => AppError;
  /** VERSION */
  readonly newer: () => AppError;
  /** LOCKED: the passphrase is another. */
  readonly locked: () => AppError;
  /** USAGE: there is no file of that name that can be read. */
  readonly unreadable: (cause?: unknown) => AppError;
}
