import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses';

/** A release for people, or the same program with debugging for the end-to-end tests. */
export type PackageKind = 'release' | 'test';

type FuseName = keyof typeof FuseV1Options;
type FuseValues = Readonly<Record<FuseName, boolean>>;

/** All fuses. Only the test program allows a debugger, because the tests drive it through one. */
export function fusesOf(kind: PackageKind): FuseValues {
  return {
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: kind === 'test',
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  };
}

const names = Object.keys(fusesOf('release')) as readonly FuseName[];

/** The fuses that a program's runtime has; older ones lack some. */
export async function readFuses(executable: string): Promise<Partial<FuseValues>> {
  const wire = await getCurrentFuseWire(executable);
  const states = names.map((name) => [name, wire[FuseV1Options[name]]] as const);
  return Object.fromEntries(
    states
      .filter(([, state]) => state === FuseState.ENABLE || state === FuseState.DISABLE)
      .map(([name, state]) => [name, state === FuseState.ENABLE]),
  );
}

/** Sets every fuse of the runtime and reads each back; returns their number. Fails for a runtime with a fuse that is not listed here. */
export async function setFuses(executable: string, kind: PackageKind): Promise<number> {
  const present = await readFuses(executable);
  const wanted = Object.entries(fusesOf(kind)).filter(([name]) => name in present) as [FuseName, boolean][];
  await flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    ...(Object.fromEntries(wanted.map(([name, on]) => [FuseV1Options[name], on])) as Record<FuseV1Options, boolean>),
  });
  const now = await readFuses(executable);
  const wrong = wanted.filter(([name, on]) => now[name] !== on).map(([name]) => name);
  if (wrong.length > 0) throw new Error(`These fuses were not set: ${wrong.join(', ')}.`);
  return wanted.length;
}
