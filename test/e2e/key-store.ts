import type { Carrel } from './window.ts';

/** Imitates a system key store, which test machines lack, in Electron's `safeStorage`; the same after each start. */
export async function giveKeyStore({ app }: Carrel): Promise<void> {
  await app.evaluate(({ safeStorage }) => {
    const encrypt = (text: string): Buffer => Buffer.concat([Buffer.from('v11'), Buffer.from(text).map((byte) => byte ^ 0x5a)]);
    const decrypt = (sealed: Buffer): string => Buffer.from(sealed.subarray(3).map((byte) => byte ^ 0x5a)).toString();
    Object.assign(safeStorage, {
      getSelectedStorageBackend: () => 'gnome_libsecret',
      isEncryptionAvailable: () => true,
      encryptString: encrypt,
      decryptString: decrypt,
      ...('isAsyncEncryptionAvailable' in safeStorage
        ? {
            isAsyncEncryptionAvailable: () => Promise.resolve(true),
            encryptStringAsync: (text: string) => Promise.resolve(encrypt(text)),
            decryptStringAsync: (sealed: Buffer) => Promise.resolve({ result: decrypt(sealed), shouldReEncrypt: false }),
          }
        : {}),
    });
  });
}
