import { AppError } from '../../shared/errors.ts';
import type { SealedKind } from '../sealed/sealed-kind.ts';

/** The sealed-file kind of site packs. */
export const sitePackKind: SealedKind = {
  magic: Buffer.from('carrel-site-pack', 'latin1'),
  bodyInfo: 'carrel site pack 1 body',
  damaged: (cause) =>
    new AppError(
      'CORRUPT',
      'This file is not a site pack, or it is damaged. Nothing was imported or changed. Copy it again, or ask for a new pack.',
      cause,
    ),
  newer: () =>
    new AppError('VERSION', 'This site pack was made by a newer version of Carrel. Nothing was changed. Use that version, or a newer one.'),
  locked: () =>
    new AppError(
      'LOCKED',
      'The passphrase is not the passphrase of this site pack. Nothing was changed. Ask whoever packed it, then try again.',
    ),
  unreadable: (cause) =>
    new AppError(
      'USAGE',
      'The site pack cannot be read: the file does not exist, is not an ordinary file, or is not readable by this account. Nothing was changed.',
      cause,
    ),
};
