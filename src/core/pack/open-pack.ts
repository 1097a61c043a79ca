import { openSealed, type OpenedSealed } from '../sealed/open-sealed.ts';
import { packHeaderSchema, type PackHeader } from './pack-header.ts';
import { sitePackKind } from './pack-kind.ts';

/** A site pack whose passphrase was right and whose header is genuine. */
export type OpenedPack = OpenedSealed<PackHeader>;

/** Opens a site pack. Errors: USAGE where it cannot be read, CORRUPT, VERSION, LOCKED. */
export async function openPack(path: string, passphrase: string): Promise<OpenedPack> {
  return openSealed(sitePackKind, packHeaderSchema, path, passphrase, 'follow');
}
