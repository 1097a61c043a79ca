/** The parts of a lockfile (version 3) that are checked. */
export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

/** Install scripts by package name: whether they run, and why. */
export type Justified = Readonly<Record<string, { readonly runs: boolean; readonly why: string }>>;

/** Versions with an advisory, by package; kept here because not every registry answers `npm audit`. */
export type Advisories = Readonly<Record<string, readonly Advisory[]>>;

/** Versions from `from` (absent: from the first) that are below `below`. */
interface Advisory {
  readonly from?: string;
  readonly below: string;
  readonly id: string;
}

interface Rules {
  readonly justified: Justified;
  /** `allowScripts` of package.json, which npm follows. */
  readonly allowed: Readonly<Record<string, boolean>>;
  readonly advisories: Advisories;
}

const registry = 'https://registry.npmjs.org/';

/** What is wrong with a lockfile, one sentence each; empty if nothing is. */
export function judgeLock({ packages }: Lock, { justified, allowed, advisories }: Rules): readonly string[] {
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);
  const scripted = new Set(locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path)));
  return [
    ...locked.flatMap(([path, one]) => [...judgeOrigin(path, one), ...judgeVersion(path, one, advisories)]),
    ...[...scripted]
      .filter((name) => (justified[name]?.why ?? '') === '')
      .map((name) => `${name} has an install script, and no reason is given for it.`),
    ...Object.entries(justified)
      .filter(([name, { runs }]) => (allowed[name] ?? false) !== runs)
      .map(([name]) => `allowScripts of package.json says something else of ${name} than scripts/build-inputs.json.`),
    ...Object.keys(allowed)
      .filter((name) => !(name in justified))
      .map((name) => `package.json lets the install script of ${name} be judged, and no reason is given for it.`),
  ];
}

function judgeOrigin(path: string, { integrity, resolved, version }: LockedPackage): readonly string[] {
  const wrong = [
    /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? null : 'has no SHA-512',
    resolved === undefined || resolved.startsWith(registry) ? null : 'comes from another place than the registry',
    version === undefined ? 'has no version' : null,
  ];
  return wrong.filter((what) => what !== null).map((what) => `${path} ${what}.`);
}

function judgeVersion(path: string, { version = '' }: LockedPackage, advisories: Advisories): readonly string[] {
  const found = (advisories[nameOf(path)] ?? []).filter(
    ({ from, below }) => isBelow(version, below) && (from === undefined || !isBelow(version, from)),
  );
  return found.map(({ below, id }) => `${path} is ${version}, and ${id} is mended in ${below}.`);
}

function isBelow(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (text.split(/[-+]/)[0] ?? '').split('.').map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (a?.[place] ?? 0) - (b?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return version.includes('-') && !than.includes('-');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
