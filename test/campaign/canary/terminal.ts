import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ended, program, type Ended } from '../../cli/carrel.ts';
import type { CanaryCase } from './canary-case.ts';
import { allowingDumps, isStopped } from './controls.ts';
import { makeOlder, seekKeys } from './vault-keys.ts';
import type { Asked, CanaryService } from './service.ts';

const stopper = fileURLToPath(new URL('./stop-in-migration.ts', import.meta.url));
const LOOK_EVERY = 5;

export const firstLabs = ({ endpoint, page }: Asked): boolean => endpoint === 'labs' && page === 2;

/** The command line on the case's data folder, with the case's secrets. */
function startCarrel(bench: CanaryCase, args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
  const { passphrase, clientSecret, packPassphrase } = bench.canaries;
  const secrets = { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: clientSecret, CARREL_PACK_PASSPHRASE: packPassphrase };
  const env = { PATH: process.env['PATH'], ...bench.env, ...secrets, ...more };
  const [shell, ...words] = allowingDumps;
  const child = spawn(shell, [...words, process.execPath, program, ...args, '--json'], { cwd: bench.folders.crashed, env, stdio: 'pipe' });
  child.stdin.end();
  return child;
}

/** Runs what a person does in a terminal (all of it in the long form), and searches during it, after it, after a kill and after a crash. */
export async function searchTerminal(bench: CanaryCase, service: CanaryService, isLong: boolean): Promise<void> {
  const { study, clientId } = bench.canaries;
  const connect = ['connect', '--base-url', service.baseUrl, '--partner-id', service.partnerId, '--client-id', clientId];
  await heldAt(bench, service, 'terminal: connecting', connect, ({ endpoint }) => endpoint === 'token');
  await seekKeys(bench);
  const ends = [
    ['SIGABRT', 'a crash'],
    ['SIGKILL', 'a kill'],
  ] as const;
  for (const [signal, phase] of isLong ? ends : ends.slice(0, 1)) {
    await heldAt(bench, service, `terminal: syncing, before ${phase}`, ['sync', study], firstLabs, signal);
    await bench.look(`terminal: after ${phase} in a sync`, null);
  }
  await heldAt(bench, service, 'terminal: syncing', ['sync', study], ({ endpoint }) => endpoint === 'labs');
  await seekKeys(bench);
  await watched(bench, 'terminal: migrating', ['status'], { stop: true });
  const exports: readonly (readonly [string, readonly string[]])[] = [
    ['csv', ['--dataset', 'labs', '--format', 'csv', '--sort', '-visit,test', '--where', 'test present']],
    ['ndjson', ['--dataset', 'responses', '--format', 'ndjson']],
  ];
  for (const [name, args] of isLong ? exports : exports.slice(0, 1)) {
    const path = join(bench.folders.exports, `terminal.${name}`);
    await watched(bench, 'terminal: sorting and exporting', ['export', study, ...args, '--out', path]);
    if (!readFileSync(path, 'latin1').includes(bench.canaries.field)) throw new Error(`The export ${name} holds no text of a record.`);
  }
  if (!isLong) return;
  await watched(bench, 'terminal: packing', ['pack', study, '--out', join(bench.folders.exports, 'terminal.carrelpack')]);
  await bench.lookInto('terminal: a site pack', ['terminal.carrelpack']);
  for (const args of [['changes', study], ['verify'], ['status']]) await watched(bench, `terminal: ${args[0] ?? ''}`, args);
  await bench.look('terminal: after the last of it', null);
}

/** Runs a command and searches while one of its requests is held; a signal ends the command there. */
async function heldAt(
  bench: CanaryCase,
  service: CanaryService,
  phase: string,
  args: readonly string[],
  is: (asked: Asked) => boolean,
  signal: NodeJS.Signals | null = null,
): Promise<void> {
  const child = startCarrel(bench, args);
  const look = async (): Promise<void> => {
    await bench.look(phase, pidOf(child));
    if (signal !== null) child.kill(signal);
  };
  const { code, stderr } = await service.whileAsked(is, look, () => ended(child));
  if (signal === null ? code !== 0 : child.signalCode !== signal)
    throw new Error(`carrel ${args[0] ?? ''} ended with ${String(code)}: ${stderr}`);
}

/** Runs a command and searches all the while; `stop`: the command is stopped within the migration that it makes. */
async function watched(bench: CanaryCase, phase: string, args: readonly string[], { stop = false } = {}): Promise<void> {
  if (stop) await makeOlder(bench);
  const child = startCarrel(bench, args, stop ? { NODE_OPTIONS: `--import=${stopper}` } : {});
  const done = ended(child);
  if (stop) {
    await untilStopped(child, done);
    await bench.look(phase, pidOf(child));
    child.kill('SIGCONT');
  }
  const { code, stderr } = await bench.during(phase, pidOf(child), () => done);
  if (code !== 0) throw new Error(`carrel ${args[0] ?? ''} ended with ${String(code)}: ${stderr}`);
}

async function untilStopped(child: ChildProcess, done: Promise<Ended>): Promise<void> {
  const early = done.then(({ stderr }) => {
    throw new Error(`It ended without a migration. ${stderr}`);
  });
  early.catch(() => undefined);
  while (!isStopped(pidOf(child))) await Promise.race([wait(LOOK_EVERY), early]);
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The command line did not start.');
  return pid;
}
