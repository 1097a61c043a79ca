import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { runVisibly } from './runtime/command.ts';
import { runMain } from './runtime/run-main.ts';

/** Whether windows can be opened without a display of our own. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY);
}

/**
 * Runs `action` with the environment that gives it a display: the present one, or an Xvfb of its own,
 * which is ended afterwards. Xvfb picks a free display number itself and tells it on a pipe.
 */
export async function withDisplay<T>(action: (environment: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  if (hasDisplay()) return action({});
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  try {
    const number = await readDisplayNumber(server.stdio[3] as Readable, ended);
    return await action({ DISPLAY: `:${number}` });
  } finally {
    if (server.exitCode === null && server.kill()) await ended;
  }
}

async function readDisplayNumber(pipe: Readable, ended: Promise<unknown>): Promise<string> {
  const early = ended.then(() => {
    throw new Error('Xvfb ended before it offered a display.');
  });
  const [chunk] = (await Promise.race([once(pipe, 'data'), early])) as [Buffer];
  return chunk.toString('utf8').trim();
}

if (import.meta.main) {
  await runMain(async () => {
    const [program, ...args] = process.argv.slice(2);
    if (program === undefined) throw new Error('Usage: node scripts/with-display.ts PROGRAM [ARGUMENT…]');
    process.exitCode = await withDisplay((env) => runVisibly(program, args, { env }));
  });
}
