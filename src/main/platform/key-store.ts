import { safeStorage } from 'electron';
import type { KeyStore } from '../../core/vault/key-wrap.ts';
import { keyStoreOver } from './safe-storage.ts';

/** Looks at the OS key store; call after `ready`. */
export async function findKeyStore(): Promise<KeyStore> {
  return keyStoreOver(safeStorage, process.platform);
}
