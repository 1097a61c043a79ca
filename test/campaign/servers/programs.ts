import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type ProgramName = 'nginx' | 'haproxy' | 'squid';

/** A server that runs until it is stopped. */
export interface RunningProgram {
  /** Stops it at once, with its connections. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds that a program may take to listen. */
const longestStart = 30_000;

/** The path of a program, or null. Debian keeps servers in folders that only root has in its PATH. */
export function findProgram(name: ProgramName): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Starts a server in the foreground and waits until it listens on a port. Errors: it ended, with its output. */
export async function startProgram(name: ProgramName, args: readonly string[], port: number): Promise<RunningProgram> {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed.`);
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // The quick shutdown of all three, including their child processes.
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const until = performance.now() + longestStart;
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start: ${said}`);
    if (performance.now() > until) {
      await stop();
      throw new Error(`${name} does not listen on port ${String(port)}: ${said}`);
    }
    await wait(50);
  }
  return { stop };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
