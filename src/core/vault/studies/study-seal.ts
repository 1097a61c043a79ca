import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { sealMac, type Seal } from '../../store/database/seal.ts';

/** Packs a seal for the vault, with a MAC under the study's key, so that another study's seal cannot replace it. */
export function packSeal(seal: Seal, key: Buffer): string {
  return JSON.stringify({ seal, mac: sealMac(seal, key) });
}

/** Returns the seal, or null if none was stored. Throws CORRUPT if the study's MAC does not match. */
export function openSeal(packed: string | null, key: Buffer): Seal | null {
  if (packed === null) return null;
  const { seal, mac } = JSON.parse(packed) as { readonly seal: Seal; readonly mac: string };
  const found = Buffer.from(mac, 'hex');
  const expected = Buffer.from(sealMac(seal, key), 'hex');
  if (found.length === expected.length && timingSafeEqual(found, expected)) return seal;
  throw new AppError(
    'CORRUPT',
    'The seal of a study in the vault is not genuine. Nothing was deleted. Put the data folder back from a copy; without one, set this copy aside in the window or use another data folder, mirror the studies again, and restore your last backup with: carrel restore',
  );
}
