import { findDeclaredElectron } from './runtime/declared-electron.ts'
import { findFallbackElectron, hasFallback } from './runtime/fallback-electron.ts'
import { findNativeBinding } from './runtime/native-binding.ts'

export interface ElectronRuntime {
  readonly executable: string
  /** Without a leading `v`. */
  readonly version: string
  /** The sqlite binding to hand over as `CARREL_NATIVE_BINDING`; left out where its own prebuild works. */
  readonly nativeBinding?: string
  /** True for the registry's runtime, which is for synthetic data only. */
  readonly fallback: boolean
}

/** Finds the Electron to run: the declared one, else the verified fallback, announced in one line. */
export async function findElectronRuntime(): Promise<ElectronRuntime> {
  const declared = await findDeclaredElectron()
  if (declared.executable !== undefined) {
    return { executable: declared.executable, version: declared.version, fallback: false }
  }
  if (!hasFallback()) {
    throw new Error(
      `Electron ${declared.version} could not be downloaded, and there is no other runtime for this system. ` +
        'Check the network or set ELECTRON_MIRROR, then run "npx install-electron".',
    )
  }
  const { executable, version } = await findFallbackElectron()
  process.stderr.write(
    `Using the fallback runtime Electron ${version} (Electron ${declared.version} could not be downloaded): synthetic data only\n`,
  )
  return { executable, version, nativeBinding: await findNativeBinding(), fallback: true }
}

/** The environment that a window started with this runtime needs. */
export function runtimeEnvironment(runtime: ElectronRuntime): NodeJS.ProcessEnv {
  return runtime.nativeBinding === undefined ? {} : { CARREL_NATIVE_BINDING: runtime.nativeBinding }
}

/** Chromium's sandbox refuses to run as root; an unpackaged build accepts this switch. */
export function runtimeSwitches(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await findElectronRuntime())}\n`)
}
