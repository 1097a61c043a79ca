import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isPresent } from './runtime/cache.ts';
import { runCommand } from './runtime/command.ts';

/** What a requirement is for: a window, a virtual display, compiling the sqlite binding, the moving picture of the README. */
export type Purpose = 'window' | 'display' | 'compiler' | 'picture';

interface Requirement {
  /** Its Debian package; newer Ubuntu releases append `t64` to some. */
  readonly package: string;
  readonly purpose: Purpose;
  readonly kind: 'program' | 'library' | 'folder';
  readonly name: string;
}

const REQUIREMENTS: readonly Requirement[] = [
  { package: 'libgtk-3-0', purpose: 'window', kind: 'library', name: 'libgtk-3.so.0' },
  { package: 'libnss3', purpose: 'window', kind: 'library', name: 'libnss3.so' },
  { package: 'libasound2', purpose: 'window', kind: 'library', name: 'libasound.so.2' },
  { package: 'libgbm1', purpose: 'window', kind: 'library', name: 'libgbm.so.1' },
  { package: 'fonts-liberation', purpose: 'window', kind: 'folder', name: '/usr/share/fonts/truetype/liberation' },
  { package: 'xvfb', purpose: 'display', kind: 'program', name: 'Xvfb' },
  { package: 'xauth', purpose: 'display', kind: 'program', name: 'xauth' },
  { package: 'webp', purpose: 'picture', kind: 'program', name: 'img2webp' },
  { package: 'g++', purpose: 'compiler', kind: 'program', name: 'g++' },
  { package: 'make', purpose: 'compiler', kind: 'program', name: 'make' },
  { package: 'python3', purpose: 'compiler', kind: 'program', name: 'python3' },
];

/** The required Debian packages that are missing; empty on systems other than Linux. */
export async function findMissingPackages(purposes: readonly Purpose[]): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  const libraries = await listLibraries();
  const missing: string[] = [];
  for (const requirement of REQUIREMENTS) {
    if (!purposes.includes(requirement.purpose)) continue;
    if (!(await isMet(requirement, libraries))) missing.push(requirement.package);
  }
  return missing;
}

/** Installs what is missing if that is possible without asking; otherwise fails with the command to run. */
export async function ensureSystemLibraries(purposes: readonly Purpose[]): Promise<void> {
  const missing = await findMissingPackages(purposes);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) {
    const line = `sudo apt-get install -y ${missing.join(' ')}`;
    throw new Error(`System libraries are missing. On Debian or Ubuntu this line installs them:\n\n  ${line}\n`);
  }
  process.stderr.write(`Installing missing system libraries: ${missing.join(' ')}\n`);
  await installPackages(missing);
  const still = await findMissingPackages(purposes);
  if (still.length > 0) throw new Error(`apt-get did not install ${still.join(' ')}: install them by hand.`);
}

async function isMet({ kind, name }: Requirement, libraries: string): Promise<boolean> {
  if (kind === 'program') return findProgram(name) !== undefined;
  return kind === 'library' ? libraries.includes(`\t${name} `) : isPresent(name);
}

/** The dynamic linker's own list; ldconfig is seldom on the PATH of ordinary users. */
async function listLibraries(): Promise<string> {
  const program = findProgram('ldconfig') ?? '/sbin/ldconfig';
  return runCommand(program, ['-p']).catch(() => '');
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function installPackages(packages: readonly string[]): Promise<void> {
  const known = await Promise.all(packages.map(findCandidate));
  if (known.includes(undefined)) await runCommand('apt-get', ['update', '-qq']);
  try {
    await aptInstall(packages);
  } catch {
    // The lists existed, but were too old for the mirror's current content.
    await runCommand('apt-get', ['update', '-qq']);
    await aptInstall(packages);
  }
}

async function aptInstall(packages: readonly string[]): Promise<void> {
  const names = await Promise.all(packages.map(async (name) => (await findCandidate(name)) ?? name));
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The name under which apt can install a package here; undefined if its lists do not have it. */
async function findCandidate(name: string): Promise<string | undefined> {
  for (const candidate of [name, `${name}t64`]) {
    const policy = await runCommand('apt-cache', ['policy', candidate]).catch(() => '');
    if (/Candidate: (?!\(none\))\S/.test(policy)) return candidate;
  }
  return undefined;
}
