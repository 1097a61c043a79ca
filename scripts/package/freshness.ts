/** When each version was published (ISO). */
export type Releases = Readonly<Record<string, string>>;

const day = 86_400_000;
/** Days after which a patch ought to be taken in. */
const patience = 14;

/**
 * Why a declared Electron is too old, or null: the newest major and the one before are taken (three are supported, one comes every
 * eight weeks), and a newer patch of its own major is at most two weeks old.
 */
export function judgeFreshness(declared: string, latest: string, releases: Releases, now: Date): string | null {
  const [major, newest] = [majorOf(declared), majorOf(latest)];
  if (major < newest - 1) return `Electron ${declared} is two majors behind ${latest}.`;
  const due = Object.entries(releases).find(
    ([version, at]) => isNewerPatch(version, declared) && now.getTime() - Date.parse(at) > patience * day,
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
