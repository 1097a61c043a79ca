import { AppError } from '../../shared/errors.ts';
import { sayBreak, type SealBreak } from './vault-seal.ts';

/** Opening stops here, because the studies' files may be newer than what this vault records about them. */
export function olderVault(found: SealBreak): AppError {
  return new AppError(
    'CORRUPT',
    `${sayBreak(found)} Nothing was deleted or set aside. Put back the newest copy of the whole data folder, or continue with the existing one: carrel verify --accept-older`,
  );
}
