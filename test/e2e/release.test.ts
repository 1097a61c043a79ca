import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { expect, test } from '@playwright/test';
import { fusesOf, readFuses } from '../../scripts/package/fuses.ts';
import { nativeNameHere } from '../../scripts/package/native-modules.ts';
import { digestFile } from '../../scripts/runtime/cache.ts';
import { packageInto, runAsUser, whyNotInstalled, type Installed } from './installed.ts';
import { childrenOf, isConfined, listeningPorts } from './system.ts';
import { temporaryFolder } from './window.ts';

const SWITCHES = [
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect=0',
  '--inspect-brk=0',
  '--no-sandbox',
  '--disable-web-security',
  '--ignore-certificate-errors',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--proxy-server=127.0.0.1:1',
  '--password-store=basic',
  '--load-extension=/tmp',
  '--js-flags=--expose-gc',
  '--user-data-dir=/tmp/elsewhere',
  '--log-net-log=/tmp/net.log',
  '--ssl-key-log-file=/tmp/keys.log',
] as const;
const VARIABLES = ['SSLKEYLOGFILE', 'ELECTRON_LOG_ASAR_READS', 'NODE_DEBUG', 'NODE_TLS_REJECT_UNAUTHORIZED'] as const;
const asProgram = ['--ozone-platform=headless', '--disable-gpu', '--command-line', '--'] as const;

test.describe.configure({ mode: 'serial' });

test.describe('the release package', () => {
  const obstacle = whyNotInstalled();
  test.skip(obstacle !== null, obstacle ?? '');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let release: Installed;
  let drivable: Installed;

  test.beforeAll(async () => {
    folder = await temporaryFolder();
    release = await packageInto(folder.path, 'release');
    drivable = await packageInto(folder.path, 'test');
  });

  test.afterAll(async () => {
    await folder.remove();
  });

  test('has every fuse of the runtime set; the test package differs in one byte', async () => {
    const found = await readFuses(release.executable);
    expect(Object.keys(found).length).toBeGreaterThanOrEqual(8);
    expect(fusesOf('release')).toMatchObject(found);
    expect(await readFuses(drivable.executable)).toEqual({ ...found, EnableNodeCliInspectArguments: true });
    expect(differingBytes(await readFile(release.executable), await readFile(drivable.executable))).toBe(1);
  });

  test('equals the test package except for that byte and the package kind', async () => {
    const [ours, theirs] = await Promise.all([digestsBelow(release.folder), digestsBelow(drivable.folder)]);
    expect(Object.keys(theirs)).toEqual(Object.keys(ours));
    const differing = Object.keys(ours).filter((name) => ours[name] !== theirs[name]);
    expect(differing.sort()).toEqual(['carrel-desktop', 'resources/app.asar']);
    const [inOurs, inTheirs] = [release, drivable].map(archived);
    expect(Object.keys(inTheirs ?? {})).toEqual(Object.keys(inOurs ?? {}));
    const changed = Object.keys(inOurs ?? {}).filter((name) => inOurs?.[name] !== inTheirs?.[name]);
    expect(changed).toEqual(['/package.json']);
    expect(JSON.parse(inTheirs?.['/package.json'] ?? '')).toEqual({
      ...JSON.parse(inOurs?.['/package.json'] ?? ''),
      carrel: { ...JSON.parse(inOurs?.['/package.json'] ?? '').carrel, kind: 'test' },
    });
  });

  test('archives no sources or source maps, and no package but better-sqlite3-multiple-ciphers', () => {
    const names = listPackage(archiveOf(release), { isPack: false });
    expect(names.filter((name) => /\.(ts|tsx|map|c|cpp)$/.test(name))).toEqual([]);
    const natives = names.filter((name) => name.endsWith('.node'));
    expect(natives.map((name) => statFile(archiveOf(release), name.slice(1)))).toEqual(
      natives.map(() => expect.objectContaining({ unpacked: true })),
    );
    expect(
      names.filter((name) => name.startsWith('/node_modules/') && !name.startsWith('/node_modules/better-sqlite3-multiple-ciphers')),
    ).toEqual([]);
  });

  test('refuses to start with any of sixteen switches, with exit code 2', async () => {
    const ends = await inFours(SWITCHES, async (one) => {
      const { status, stderr } = await runAsUser(release.executable, [one, ...asProgram, '--help'], { HOME: release.home });
      return {
        one,
        status,
        listened: /listening on/i.test(stderr),
        named: stderr.includes(`does not start with ${one.split('=')[0] ?? ''},`),
      };
    });
    expect(ends).toEqual(SWITCHES.map((one) => ({ one, status: 2, listened: false, named: true })));
  });

  test('refuses to start with a variable that logs secrets or weakens TLS', async () => {
    const ends = await inFours(VARIABLES, async (name) => {
      const env = { HOME: release.home, [name]: join(release.home, 'written') };
      return (await runAsUser(release.launcher, ['--help'], env)).status;
    });
    expect(ends).toEqual(VARIABLES.map(() => 2));
    expect(await readdir(release.home)).not.toContain('written');
  });

  test('cannot be run as Node, and ignores the options of Node', async () => {
    const script = join(release.home, 'strange.cjs');
    await writeFile(script, "process.stdout.write('strange code ran')");
    const asNode = await runAsUser(release.executable, ['-e', "console.log('strange code ran')"], {
      HOME: release.home,
      ELECTRON_RUN_AS_NODE: '1',
    });
    expect(asNode.stdout).not.toContain('strange code ran');
    const withOptions = await runAsUser(release.launcher, ['--help'], { HOME: release.home, NODE_OPTIONS: `--require=${script}` });
    expect(withOptions.stdout).toContain('Usage: carrel');
    expect(withOptions.stdout).not.toContain('strange code ran');
  });

  test('ignores an app folder beside its archive', async () => {
    const beside = join(release.folder, 'resources', 'app');
    await mkdir(beside);
    await writeFile(join(beside, 'package.json'), JSON.stringify({ name: 'strange', main: 'main.js' }));
    await writeFile(join(beside, 'main.js'), "process.stdout.write('strange code ran'); process.exit(0)");
    const { stdout } = await runAsUser(release.launcher, ['--help'], { HOME: release.home });
    await rm(beside, { recursive: true });
    expect(stdout).toContain('Usage: carrel');
    expect(stdout).not.toContain('strange code ran');
  });

  test('does not start with added or changed native files', async () => {
    const natives = join(release.folder, 'resources/app.asar.unpacked/node_modules/better-sqlite3-multiple-ciphers/prebuilds');
    const file = join(natives, nativeNameHere() ?? '');
    const start = () => runAsUser(release.launcher, ['--help'], { HOME: release.home });
    expect((await start()).status).toBe(0);
    await copyFile(file, join(natives, 'more.node'));
    expect(await start()).toMatchObject({ status: 18, stdout: '' });
    await rm(join(natives, 'more.node'));
    const bytes = await readFile(file);
    await copyFile(file, join(folder.path, 'kept.node'));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const { status, stderr } = await start();
    await copyFile(join(folder.path, 'kept.node'), file);
    expect(stderr).toContain('is not the original');
    expect(status).toBe(18);
    expect((await start()).status).toBe(0);
  });

  test('listens on no port, even after a signal that asks for a debugger', async () => {
    const program = spawn(release.program.executable, [], {
      env: { PATH: process.env['PATH'], DISPLAY: process.env['DISPLAY'], CARREL_DATA_DIR: join(release.home, 'data') },
      stdio: 'ignore',
    });
    const pid = program.pid ?? 0;
    // A renderer enters the sandbox only after it has started.
    const areConfined = () => {
      const renderers = childrenOf(pid, 'renderer');
      return renderers.length > 0 && renderers.every(isConfined);
    };
    await expect.poll(areConfined, { timeout: 60_000 }).toBe(true);
    process.kill(pid, 'SIGUSR1');
    // A debugger would open its port within this time.
    for (let look = 0; look < 20; look++) {
      expect(listeningPorts([pid, ...childrenOf(pid)])).toEqual([]);
      await sleep(100);
    }
    expect(program).toMatchObject({ exitCode: null, signalCode: null });
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
  });
});

async function inFours<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (let first = 0; first < items.length; first += 4) results.push(...(await Promise.all(items.slice(first, first + 4).map(work))));
  return results;
}

function differingBytes(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return Infinity;
  const step = 1 << 20;
  let count = 0;
  for (let start = 0; start < one.length; start += step) {
    const [ours, theirs] = [one.subarray(start, start + step), other.subarray(start, start + step)];
    if (!ours.equals(theirs)) count += ours.reduce((sum, byte, index) => sum + (byte === theirs[index] ? 0 : 1), 0);
  }
  return count;
}

async function digestsBelow(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const digests: Record<string, string> = {};
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    digests[relative(folder, path)] = await digestFile(path, 'sha256', 'hex');
  }
  return digests;
}

function archiveOf({ folder }: Installed): string {
  return join(folder, 'resources', 'app.asar');
}

/** The files of the archive, by name, without native modules. */
function archived(installed: Installed): Readonly<Record<string, string>> {
  const archive = archiveOf(installed);
  const names = listPackage(archive, { isPack: false }).filter((name) => /\.[a-z]+$|LICENSE$/.test(name) && !name.endsWith('.node'));
  return Object.fromEntries(names.map((name) => [name, extractFile(archive, name.slice(1)).toString('latin1')]));
}
