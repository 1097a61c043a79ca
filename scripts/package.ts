import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Arch, build, Platform } from 'electron-builder';
import { buildApplication } from './build.ts';
import { findElectronRuntime, type ElectronRuntime } from './electron-runtime.ts';
import { makeBillOfMaterials } from './package/bill-of-materials.ts';
import { finishPackage } from './package/after-pack.ts';
import { judgeInputs } from './package/judge-inputs.ts';
import { packageConfiguration, packagesFolder } from './package/configuration.ts';
import type { PackageKind } from './package/fuses.ts';
import { layNative, nativeNameHere, pinnedNative } from './package/native-modules.ts';
import { runMain } from './runtime/run-main.ts';

interface Order {
  readonly kind: PackageKind;
  /** The folder that gets a subfolder for each kind. */
  readonly into: string;
  /** Installers by electron-builder's names; empty for those of the configuration. */
  readonly targets: readonly string[];
}

/** Packs the built application for this machine; returns the folder of the results. */
async function packageApplication({ kind, into, targets }: Order): Promise<string> {
  const name = nativeNameHere();
  if (name === undefined) throw new Error(`Carrel is not packaged for ${process.platform} on ${process.arch}.`);
  const complaints = await judgeInputs();
  if (complaints.length > 0) throw new Error(`Carrel is not packaged:\n${complaints.join('\n')}`);
  const runtime = await findElectronRuntime();
  const output = join(into, runtime.fallback ? `test-package-${kind}` : kind);
  await rm(output, { recursive: true, force: true });
  const natives = join(output, 'natives');
  const digest = await layNative(await nativeSource(runtime), natives, name);
  const config = packageConfiguration({
    kind,
    runtime,
    output,
    natives,
    digests: { [name]: digest },
    afterPack: finishPackage({ kind, fallback: runtime.fallback, say: (line) => process.stdout.write(`${line}\n`) }),
  });
  await mkdir(output, { recursive: true });
  await writeFile(join(output, 'bill-of-materials.cdx.json'), `${JSON.stringify(await makeBillOfMaterials(runtime.version), null, 2)}\n`);
  await build({ targets: targetsOf(runtime, targets), config, publish: 'never' });
  await rm(natives, { recursive: true });
  return output;
}

/** The pinned file. The fallback runtime cannot load it, so it gets the one compiled from the same package. */
async function nativeSource({ nativeBinding }: ElectronRuntime): Promise<string> {
  const name = nativeNameHere();
  if (name === undefined) throw new Error('SQLite has not been compiled for this machine.');
  const pinned = await pinnedNative(name);
  return nativeBinding ?? pinned;
}

/** A test package stays a folder, because installers would invite people to pass it on. */
function targetsOf({ fallback }: ElectronRuntime, wanted: readonly string[]) {
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  return Platform.current().createTarget(fallback ? ['dir'] : [...wanted], arch);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string', default: 'release' },
      into: { type: 'string', default: packagesFolder },
      /** Packs the existing build as it is. */
      built: { type: 'boolean', default: false },
    },
  });
  const { kind, into, built } = values;
  if (kind !== 'release' && kind !== 'test') throw new Error('--kind must be release or test.');
  if (!built) await buildApplication();
  const folder = await packageApplication({ kind, into, targets: positionals });
  process.stdout.write(`Packaged into ${folder}\n`);
}

if (import.meta.main) await runMain(main);
