import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryFolder } from './runtime/repository.ts';

/** The first line of the sandbox's output (`sandbox --json`). */
export interface SandboxReady {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly studies: readonly string[];
}

/** Serves the synthetic studies on a free loopback port while `action` runs, then ends the service by its pid. */
export async function withSandbox<T>(action: (sandbox: SandboxReady) => Promise<T>): Promise<T> {
  const script = join(repositoryFolder, 'src', 'sandbox', 'main.ts');
  const child = spawn(process.execPath, [script, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  // A signal may end this process before the service is asked to stop.
  const endService = (): void => {
    child.kill();
  };
  process.once('exit', endService);
  try {
    const early = ended.then(() => {
      throw new Error('The sandbox service ended before it was ready.');
    });
    const lines = createInterface({ input: child.stdout });
    const [line] = (await Promise.race([once(lines, 'line'), early])) as [string];
    return await action(parseReady(line));
  } finally {
    process.off('exit', endService);
    if (child.exitCode === null && child.kill()) await ended;
  }
}

/** Reads the first line of `sandbox --json`. */
export function parseReady(line: string): SandboxReady {
  const ready = JSON.parse(line) as SandboxReady & { event: string };
  if (ready.event !== 'ready') throw new Error('The first line of the sandbox service was not its "ready" line.');
  return ready;
}

/** Opens the vault of the demo, which is deleted with its folder and holds only synthetic data. */
export const DEMO_PASSPHRASE = 'four quiet demo desks';

/** Makes a window create its vault, find the sandbox, connect to it and mirror its studies by itself. */
export function demoEnvironment(sandbox: SandboxReady, dataFolder: string): NodeJS.ProcessEnv {
  return {
    CARREL_DATA_DIR: dataFolder,
    CARREL_PASSPHRASE: DEMO_PASSPHRASE,
    CARREL_DEMO_BASE_URL: sandbox.baseUrl,
    CARREL_DEMO_PARTNER_ID: sandbox.partnerId,
    CARREL_DEMO_CLIENT_ID: sandbox.clientId,
    CARREL_DEMO_CLIENT_SECRET: sandbox.clientSecret,
    CARREL_DEMO_STUDIES: sandbox.studies.join(','),
  };
}
