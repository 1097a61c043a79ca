/** When each version was published (ISO). */
export type Releases = Readonly<Record<string, string>>;

const day = 86_400_000;
/** Days after which a patch should be adopted. */
const mostDays = 14;

/**
 * Why a declared Electron is too old, or null. The newest major and the previous one are accepted (three are supported, and there is one
 * every eight weeks), and a newer patch of its own major may be at most two weeks old.
 */
export function judgeFreshness(declared: string, latest: string, releases: Releases, now: Date): string | null {
  const [major, newest] = [majorOf(declared), majorOf(latest)];
  if (major < newest - 1) return `Electron ${declared} is two majors behind ${latest}.`;
  const due = Object.entries(releases).find(
    ([version, at]) => isNewerPatch(version, declared) && now.getTime() - Date.parse(at) > mostDays * day,
  );
  return due === undefined ? null : `Electron ${due[0]} is out since ${due[1].slice(0, 10)}; ${declared} is declared.`;
}

function isNewerPatch(version: string, than: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version) || majorOf(version) !== majorOf(than)) return false;
  const [, minor = 0, patch = 0] = version.split('.').map(Number);
  const [, thanMinor = 0, thanPatch = 0] = than.split('.').map(Number);
  return minor > thanMinor || (minor === thanMinor && patch > thanPatch);
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10);
}
