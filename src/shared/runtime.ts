/** Major version of the Electron that Carrel ships with (declared in package.json). */
const declaredElectronMajor = 45;

/** An older runtime is the fallback runtime of development machines: only synthetic data, so only loopback services. */
export function isFallbackRuntime(electronVersion: string): boolean {
  return Number.parseInt(electronVersion, 10) < declaredElectronMajor;
}
