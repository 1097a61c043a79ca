import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { linuxExecutable } from './configuration.ts';
import { setFuses, type PackageKind } from './fuses.ts';

interface Finishing {
  readonly kind: PackageKind;
  readonly fallback: boolean;
  readonly say: (line: string) => void;
}

/** The last steps on a packed program, before it is signed. */
export function finishPackage({ kind, fallback, say }: Finishing): (context: AfterPackContext) => Promise<void> {
  return async (context) => {
    const resources = context.packager.getResourcesDir(context.appOutDir);
    // Electron's default application runs any folder it is given.
    await rm(join(resources, 'default_app.asar'), { force: true });
    for (const name of await readdir(join(resources, 'bin'))) await chmod(join(resources, 'bin', name), 0o755);
    if (fallback) await markAsTestPackage(context.appOutDir);
    const count = await setFuses(executableOf(context), kind);
    say(`${count} fuses set and read back (${kind})`);
  };
}

const testPackageNote = `This is a test package of Carrel. Its runtime is not the declared one: it is for synthetic data only,
refuses every service that is not on this computer, and is not to be handed to anybody.
`;

/** Adds a note next to the program, and removes files in the fallback runtime's folder that are not part of Electron. */
async function markAsTestPackage(folder: string): Promise<void> {
  await writeFile(join(folder, 'TEST-PACKAGE.txt'), testPackageNote);
  for (const name of ['carrel.json', 'package.json']) await rm(join(folder, name), { force: true });
}

function executableOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin') return join(appOutDir, `${productFilename}.app`);
  return join(appOutDir, electronPlatformName === 'win32' ? `${productFilename}.exe` : linuxExecutable);
}
