import type { SafeStorage } from 'electron';
import { isRealKeyStore, type KeyStore } from '../../core/vault/keys/key-wrap.ts';

/** The synchronous interface, the only one in older runtimes. */
export interface OlderSafeStorage {
  getSelectedStorageBackend(): string;
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
}

/** The asynchronous interface. */
export interface NewerSafeStorage extends Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'> {
  getSelectedStorageBackend(): string;
}

/** Wraps Electron's interface to the key store. Uses the asynchronous form if the runtime has it. */
export async function keyStoreOver(safeStorage: OlderSafeStorage | NewerSafeStorage, platform: NodeJS.Platform): Promise<KeyStore> {
  const storage = isNewer(safeStorage) ? asynchronous(safeStorage) : synchronous(safeStorage);
  const backend = backendOf(safeStorage, platform);
  return {
    platform,
    backend,
    available: isRealKeyStore({ platform, backend }) && (await isAvailable(storage)),
    wrap: (key) => storage.encrypt(key.toString('base64')),
    unwrap: async (sealed) => {
      const { result, shouldReEncrypt } = await storage.decrypt(sealed);
      return { key: Buffer.from(result, 'base64'), sealAgain: shouldReEncrypt };
    },
  };
}

function isNewer(safeStorage: OlderSafeStorage | NewerSafeStorage): safeStorage is NewerSafeStorage {
  return 'isAsyncEncryptionAvailable' in safeStorage;
}

function backendOf(safeStorage: OlderSafeStorage | NewerSafeStorage, platform: NodeJS.Platform): string {
  if (platform === 'linux') return safeStorage.getSelectedStorageBackend();
  return platform === 'darwin' ? 'keychain' : 'dpapi';
}

interface Storage {
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  decrypt(sealed: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt: boolean }>;
}

/** Returns false if the key store cannot be queried; the passphrase still opens the vault. */
async function isAvailable(storage: Storage): Promise<boolean> {
  try {
    return await storage.available();
  } catch {
    return false;
  }
}

function asynchronous(safeStorage: NewerSafeStorage): Storage {
  return {
    available: () => safeStorage.isAsyncEncryptionAvailable(),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: (sealed) => safeStorage.decryptStringAsync(sealed),
  };
}

function synchronous(safeStorage: OlderSafeStorage): Storage {
  return {
    available: async () => safeStorage.isEncryptionAvailable(),
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (sealed) => ({ result: safeStorage.decryptString(sealed), shouldReEncrypt: false }),
  };
}
