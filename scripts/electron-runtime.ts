import { spawnSync } from 'node:child_process';
import { findDeclaredElectron } from './runtime/declared-electron.ts';
import { findFallbackElectron, hasFallback } from './runtime/fallback-electron.ts';
import { runMain } from './runtime/run-main.ts';
import { findNativeBinding, needsCompiler } from './runtime/native-binding.ts';

export interface ElectronRuntime {
  readonly executable: string;
  /** Without a leading `v`. */
  readonly version: string;
  /** The sqlite binding to pass as `CARREL_NATIVE_BINDING`; absent if its own prebuild works. */
  readonly nativeBinding?: string;
  /** True for the runtime from the registry, which is for synthetic data only. */
  readonly fallback: boolean;
}

const HANDED_OVER = 'CARREL_ELECTRON_RUNTIME';

/**
 * Finds the Electron to run: the declared one, otherwise the verified fallback, announced in one line. A process started with
 * `runtimeEnvironment` gets the same answer at once, without that line.
 */
export async function findElectronRuntime(): Promise<ElectronRuntime> {
  const known = process.env[HANDED_OVER];
  if (known !== undefined) return JSON.parse(known) as ElectronRuntime;
  const declared = await findDeclaredElectron();
  if (declared.executable !== undefined) {
    return { executable: declared.executable, version: declared.version, fallback: false };
  }
  if (!hasFallback()) {
    throw new Error(
      `Electron ${declared.version} could not be downloaded, and there is no other runtime for this system. ` +
        'Check the network or set ELECTRON_MIRROR, then run "npx install-electron".',
    );
  }
  const { executable, version } = await findFallbackElectron();
  const reason = `Electron ${declared.version} could not be downloaded`;
  process.stderr.write(`Using the fallback runtime Electron ${version} (${reason}): synthetic data only\n`);
  return { executable, version, nativeBinding: await findNativeBinding(), fallback: true };
}

/** Whether `findElectronRuntime` would have to compile the sqlite binding first. */
export async function willCompile(): Promise<boolean> {
  if (!hasFallback() || !(await needsCompiler())) return false;
  return (await findDeclaredElectron()).executable === undefined;
}

/** The environment that a window, or a test that starts windows, needs to use this runtime. */
export function runtimeEnvironment(runtime: ElectronRuntime): NodeJS.ProcessEnv {
  return {
    [HANDED_OVER]: JSON.stringify(runtime),
    ...(runtime.nativeBinding === undefined ? {} : { CARREL_NATIVE_BINDING: runtime.nativeBinding }),
    // Set in the terminals of editors that are Electron applications; with it, no window would open.
    ELECTRON_RUN_AS_NODE: undefined,
  };
}

/**
 * Chromium's sandbox cannot run as root, nor if the kernel does not allow user namespaces (containers, Ubuntu's AppArmor rule). It is
 * switched off only then, which only an unpackaged build accepts.
 */
export function runtimeSwitches(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const probe = isRoot ? undefined : spawnSync('unshare', ['--user', '--map-root-user', '--pid', '--fork', 'true']);
  return isRoot || (probe?.status ?? 0) !== 0 ? ['--no-sandbox'] : [];
}

if (import.meta.main) {
  await runMain(async () => {
    process.stdout.write(`${JSON.stringify(await findElectronRuntime())}\n`);
  });
}
