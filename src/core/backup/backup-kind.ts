import { AppError } from '../../shared/errors.ts';
import type { SealedKind } from '../sealed/sealed-kind.ts';

/** Backups among sealed files. */
export const backupKind: SealedKind = {
  magic: Buffer.from('carrel-backup---', 'latin1'),
  bodyInfo: 'carrel backup 1 body',
  damaged: (cause) =>
    new AppError(
      'CORRUPT',
      'This file is no backup of Carrel, or it is damaged: it is not what was written. Nothing of it was taken in, and nothing was changed. Copy it again, or take an earlier backup.',
      cause,
    ),
  newer: () =>
    new AppError('VERSION', 'This backup was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.'),
  locked: () =>
    new AppError(
      'LOCKED',
      'The passphrase is not the one of this backup. Nothing was changed. Try again with the one that it was made with.',
    ),
  unreadable: (cause) =>
    new AppError(
      'USAGE',
      'The backup cannot be read: there is no such file, it may not be read, or it is a link or a device. Nothing was changed. Give the file itself.',
      cause,
    ),
};
