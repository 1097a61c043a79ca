import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { digestFile } from '../runtime/cache.ts';
import { repositoryFolder } from '../runtime/repository.ts';

/**
 * SHA-256 of the compiled files of better-sqlite3-multiple-ciphers 13.0.3. The lockfile pins their package; this list pins what is shipped
 * and run, and is changed by hand together with the version.
 */
export const pinnedNatives = {
  'darwin-arm64.node': 'e220712cd3af9dd575fe4ac7973d5dbfbad3d22760b772a48f1eee977517ef5b',
  'darwin-x64.node': '4434dfa929e9b83fdc1ea34ee8739e764fcf09af8559ab039082b7b673b18805',
  'linux-arm64.node': 'e5c2b6bd85726bc53a4b8767d4bbb8be82feaad46b45b9c82c885cb02d54e7d0',
  'linux-x64.node': '3607ea18911c931085eaa896eb831260d549e9bcef2dd6e8896b5bb7a41ec6a8',
  'win32-arm64.node': '95ff36ee761a846fc4d0fae7eed209b47b21c8d41f5528f40d7beb5f30e62666',
  'win32-x64.node': 'd4f29082cde7efd5c1e85e794ba532efeef4f2f968c58cc54fe97c2095270262',
} as const;
export type NativeName = keyof typeof pinnedNatives;

const prebuilds = join(repositoryFolder, 'node_modules', 'better-sqlite3-multiple-ciphers', 'prebuilds');

/** Returns the path of a file. Throws if it is not the pinned one. */
export async function pinnedNative(name: NativeName, folder = prebuilds): Promise<string> {
  const path = join(folder, name);
  if ((await digestFile(path, 'sha256', 'hex')) !== pinnedNatives[name])
    throw new Error(`${path} is not the file whose digest is pinned in scripts/package/native-modules.ts. Nothing was built with it.`);
  return path;
}

/** The compiled file of this machine, if there is one. */
export function nativeNameHere(): NativeName | undefined {
  const name = `${process.platform}-${process.arch}.node`;
  return name in pinnedNatives ? (name as NativeName) : undefined;
}

/** Copies a compiled file into a separate folder under the name that the library looks for; returns its digest. */
export async function layNative(source: string, folder: string, name: NativeName): Promise<string> {
  await mkdir(folder, { recursive: true });
  const target = join(folder, name);
  await copyFile(source, target);
  return digestFile(target, 'sha256', 'hex');
}
