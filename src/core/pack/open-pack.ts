import { openSealed, type OpenedSealed } from '../sealed/open-sealed.ts';
import { packHeaderSchema, type PackHeader } from './pack-header.ts';
import { sitePackKind } from './pack-kind.ts';

/** A site pack opened with the correct passphrase and an authenticated header. */
export type OpenedPack = OpenedSealed<PackHeader>;

/** Opens a site pack. Throws USAGE if it cannot be read, CORRUPT, VERSION, LOCKED. */
export async function openPack(path: string, passphrase: string): Promise<OpenedPack> {
  return openSealed(sitePackKind, packHeaderSchema, path, passphrase, 'follow');
}
