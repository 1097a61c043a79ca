import { safeStorage } from 'electron';
import { isRealKeyStore, type KeyStore } from '../core/vault/key-wrap.ts';

/** The key store of this computer, and whether it is one that really keeps a secret. */
export interface FoundKeyStore extends KeyStore {
  readonly available: boolean;
}

/** Looks at the OS key store; call after `ready`. The asynchronous interface is used where the runtime has it. */
export async function findKeyStore(): Promise<FoundKeyStore> {
  const storage = typeof safeStorage.isAsyncEncryptionAvailable === 'function' ? asynchronous : synchronous();
  const { platform } = process;
  const backend = backendOf(platform);
  return {
    platform,
    backend,
    available: isRealKeyStore({ platform, backend }) && (await storage.available()),
    wrap: (key) => storage.encrypt(key.toString('base64')),
    unwrap: async (sealed) => Buffer.from(await storage.decrypt(sealed), 'base64'),
  };
}

function backendOf(platform: NodeJS.Platform): string {
  if (platform === 'linux') return safeStorage.getSelectedStorageBackend();
  return platform === 'darwin' ? 'keychain' : 'dpapi';
}

interface Storage {
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  decrypt(sealed: Buffer): Promise<string>;
}

const asynchronous: Storage = {
  available: () => safeStorage.isAsyncEncryptionAvailable(),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (sealed) => (await safeStorage.decryptStringAsync(sealed)).result,
};

interface OlderSafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
}

/** Runtimes before the asynchronous interface have only this one. */
function synchronous(): Storage {
  const older: OlderSafeStorage = safeStorage;
  return {
    available: async () => Promise.resolve(older.isEncryptionAvailable()),
    encrypt: async (text) => Promise.resolve(older.encryptString(text)),
    decrypt: async (sealed) => Promise.resolve(older.decryptString(sealed)),
  };
}
