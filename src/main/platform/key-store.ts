import { safeStorage } from 'electron';
import type { KeyStore } from '../../core/vault/keys/key-wrap.ts';
import { keyStoreOver } from './safe-storage.ts';

/** Returns the key store of the operating system. Call after Electron is ready. */
export async function findKeyStore(): Promise<KeyStore> {
  return keyStoreOver(safeStorage, process.platform);
}
