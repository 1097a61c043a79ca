import { AppError } from '../../shared/errors.ts';
import type { SealedKind } from '../sealed/sealed-kind.ts';

/** The sealed-file kind of backups. */
export const backupKind: SealedKind = {
  magic: Buffer.from('carrel-backup---', 'latin1'),
  bodyInfo: 'carrel backup 1 body',
  damaged: (cause) =>
    new AppError(
      'CORRUPT',
      'This file is not a Carrel backup, or it is damaged. Nothing was restored or changed. Copy it again, or use an earlier backup.',
      cause,
    ),
  newer: () =>
    new AppError('VERSION', 'This backup was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.'),
  locked: () =>
    new AppError(
      'LOCKED',
      'The passphrase is not the passphrase of this backup. Nothing was changed. Try again with the passphrase it was made with.',
    ),
  unreadable: (cause) =>
    new AppError(
      'USAGE',
      'The backup cannot be read: the file does not exist, is not readable by this account, or is a link or a device. Nothing was changed. Give the file itself.',
      cause,
    ),
};
