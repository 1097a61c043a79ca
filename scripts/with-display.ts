import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { runVisibly } from './runtime/command.ts';
import { runMain } from './runtime/run-main.ts';

/** Whether windows can be opened without starting a display. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY);
}

/** Runs `action` with an environment that provides a display: the existing one, or a new Xvfb that is ended afterwards. */
export async function withDisplay<T>(action: (environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  return hasDisplay() ? action({}) : withDisplays(1, ([display]) => action({ DISPLAY: display }));
}

/** Runs `action` with the names of `count` displays, each an Xvfb that is ended afterwards. */
export async function withDisplays<T>(count: number, action: (displays: readonly string[]) => Promise<T>): Promise<T> {
  const servers: Server[] = [];
  try {
    for (let server = 0; server < count; server++) servers.push(startServer());
    return await action(await Promise.all(servers.map(displayOf)));
  } finally {
    for (const { child, ended } of servers) if (child.exitCode === null && child.kill()) await ended;
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Xvfb chooses a free display number itself and writes it to a pipe. */
function startServer(): Server {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return { child, ended: once(child, 'exit') };
}

async function displayOf({ child, ended }: Server): Promise<string> {
  const early = ended.then(() => {
    throw new Error('Xvfb ended before it opened a display.');
  });
  const [chunk] = (await Promise.race([once(child.stdio[3] as Readable, 'data'), early])) as [Buffer];
  return `:${chunk.toString('utf8').trim()}`;
}

if (import.meta.main) {
  await runMain(async () => {
    const [program, ...args] = process.argv.slice(2);
    if (program === undefined) throw new Error('Usage: node scripts/with-display.ts PROGRAM [ARGUMENT…]');
    process.exitCode = await withDisplay((env) => runVisibly(program, args, { env }));
  });
}
