import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { sealMac, type Seal } from '../store/seal.ts';

/** A seal as the vault keeps it: with a MAC under the study's key, so that no other study's seal can stand in for it. */
export function packSeal(seal: Seal, key: Buffer): string {
  return JSON.stringify({ seal, mac: sealMac(seal, key) });
}

/** The seal, or null where none was stored. Throws CORRUPT where it does not carry the study's MAC. */
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
