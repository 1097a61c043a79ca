import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { z } from 'zod';
import type { ElectronRuntime } from '../electron-runtime.ts';
import { repositoryFolder } from '../runtime/repository.ts';
import type { PackageKind } from './fuses.ts';

interface PackageOptions {
  readonly kind: PackageKind;
  readonly runtime: ElectronRuntime;
  /** Where the results go. */
  readonly output: string;
  /** Holds the one compiled file of the target, already verified. */
  readonly natives: string;
  /** Its file name and SHA-256; the program compares them at start. */
  readonly digests: Readonly<Record<string, string>>;
  readonly afterPack: (context: AfterPackContext) => Promise<void>;
}

/** The program that opens the window; `carrel` is the launcher of its command line. */
export const linuxExecutable = 'carrel-desktop';

const sqlite = 'node_modules/better-sqlite3-multiple-ciphers';

/** The electron-builder configuration for each system. Secrets for signing come from the environment (docs/packaging.md). */
export function packageConfiguration({ kind, runtime, output, natives, digests, afterPack }: PackageOptions): Configuration {
  const test = kind === 'test' || runtime.fallback;
  return {
    appId: 'app.carrel.desk',
    productName: 'Carrel',
    copyright: 'MIT licence; third-party licences are in the program, under Settings, About',
    electronVersion: runtime.version,
    // The digests that the lock file vouches for: those beside the download come from the same place as the download.
    ...(runtime.fallback ? { electronDist: join(runtime.executable, '..') } : { electronDownload: { checksums: electronDigests() } }),
    npmRebuild: false,
    asar: true,
    asarUnpack: ['**/*.node'],
    directories: { output, buildResources: 'resources' },
    artifactName: `Carrel-${test ? 'test-package-' : ''}\${version}-\${os}-\${arch}.\${ext}`,
    files: [
      'out/**',
      'resources/icon.png',
      'package.json',
      `!${sqlite}/{deps,src,prebuilds,binding.gyp}{,/**}`,
      '!node_modules/node-addon-api{,/**}',
      { from: natives, to: `${sqlite}/prebuilds` },
    ],
    extraMetadata: { carrel: { kind, natives: digests }, scripts: null, devDependencies: null, allowScripts: null },
    extraResources: [
      { from: 'resources/launcher/${os}', to: 'bin' },
      { from: 'LICENSE', to: 'LICENSE.txt' },
      { from: join(output, 'bill-of-materials.cdx.json'), to: 'bill-of-materials.cdx.json' },
    ],
    afterPack,
    publish: null,
    linux: {
      target: ['AppImage', 'deb'],
      executableName: linuxExecutable,
      category: 'Science',
      synopsis: 'Clinical study data on your own desk, without a network',
      maintainer: 'Carrel <carrel@example.invalid>',
    },
    // Its default argument --no-sandbox would make Carrel refuse to start.
    appImage: { executableArgs: [] },
    deb: { packageName: 'carrel', fpm: ['resources/launcher/debian/carrel=/usr/bin/carrel'] },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.medical',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: 'resources/mac-entitlements.plist',
      entitlementsInherit: 'resources/mac-entitlements.plist',
      notarize: process.env.APPLE_API_KEY !== undefined || process.env.APPLE_ID !== undefined,
    },
    win: { target: ['nsis', 'portable'] },
    nsis: { oneClick: false, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
    portable: { requestExecutionLevel: 'user' },
  };
}

/** SHA-256 of each file of the release, by name, as the electron package has them. */
function electronDigests(): Record<string, string> {
  const path = join(repositoryFolder, 'node_modules/electron/checksums.json');
  return z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)).parse(JSON.parse(readFileSync(path, 'utf8')));
}

export const packagesFolder = join(repositoryFolder, 'dist');
