/** Major version of the Electron that Carrel ships with (package.json declares it). */
const declaredElectronMajor = 45;

/** An older runtime is the development fallback: it may only see synthetic data, so only loopback services. */
export function isFallbackRuntime(electronVersion: string): boolean {
  return Number.parseInt(electronVersion, 10) < declaredElectronMajor;
}
