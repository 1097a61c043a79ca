import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../scripts/runtime/command.ts';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import type { PackageKind } from '../../scripts/package/fuses.ts';
import { linuxExecutable } from '../../scripts/package/configuration.ts';
import type { Program } from './window.ts';

/** An unpacked Carrel package, as it is on a computer after its installation. */
export interface Installed {
  readonly folder: string;
  readonly executable: string;
  readonly launcher: string;
  /** Starts under an account other than root, for which Chromium's sandbox works and must stay on. */
  readonly program: Program;
  /** A folder that this account may write to. */
  readonly home: string;
}

/** The account that runs the program if root runs the tests. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? ['setpriv', `--reuid=${String(nobody)}`, `--regid=${String(nobody)}`, '--clear-groups'] : [];

/** Why an installed program cannot be started on this machine, or null. */
export function whyNotInstalled(): string | null {
  if (process.platform !== 'linux') return 'only the Linux package is started here';
  const [program = 'unshare', ...args]: readonly string[] = [
    ...asNobody,
    'unshare',
    '--user',
    '--map-root-user',
    '--pid',
    '--fork',
    'true',
  ];
  return spawnSync(program, args).status === 0 ? null : 'this machine grants no user namespaces, so Chromium’s sandbox cannot run';
}

/** Packages the application built for this run into a folder that everybody may read. */
export async function packageInto(folder: string, kind: PackageKind): Promise<Installed> {
  await chmod(folder, 0o755);
  const script = join(repositoryFolder, 'scripts', 'package.ts');
  await runCommand(process.execPath, [script, '--built', '--kind', kind, '--into', folder], { cwd: repositoryFolder });
  const results = (await readdir(folder)).find((name) => name === kind || name === `test-package-${kind}`);
  if (results === undefined) throw new Error('The packager left no folder.');
  const unpacked = join(folder, results, 'linux-unpacked');
  const home = join(folder, `home-${kind}`);
  await mkdir(home);
  const executable = join(unpacked, linuxExecutable);
  const start = join(folder, `start-${kind}`);
  await writeFile(start, `#!/bin/sh\nexport HOME='${home}'\nexec ${[...asNobody, executable].join(' ')} "$@"\n`, { mode: 0o755 });
  if (isRoot) await chown(home, nobody, nobody);
  return {
    folder: unpacked,
    executable,
    launcher: join(unpacked, 'resources', 'bin', 'carrel'),
    program: { executable: start, args: [], env: { CARREL_NATIVE_BINDING: undefined, ELECTRON_RUN_AS_NODE: undefined } },
    home,
  };
}

export interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end under that account, with `env` and the PATH of this process. */
export async function runAsUser(program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  const [first, ...rest] = [...asNobody, program, ...args];
  const child = spawn(first ?? program, rest, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}
