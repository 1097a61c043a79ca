import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { parseReady, type SandboxReady } from '../../scripts/sandbox-process.ts';

/** The reference service as a process of its own. */
export interface Service extends SandboxReady {
  readonly port: number;
  setRevision(revision: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on a port (0: any free one) and waits for its first line. */
export async function startService(options: { readonly port?: number; readonly arguments?: readonly string[] } = {}): Promise<Service> {
  const script = join(repositoryFolder, 'src', 'sandbox', 'main.ts');
  const child = spawn(process.execPath, [script, '--port', String(options.port ?? 0), '--json', ...(options.arguments ?? [])], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const early = ended.then(() => { throw new Error('The sandbox service ended before it was ready.'); });
  early.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early])) as [string];
  const ready = parseReady(line);
  return {
    ...ready,
    port: Number(new URL(ready.baseUrl).port),
    setRevision: async (revision) => {
      const answer = await fetch(`${ready.baseUrl}/sandbox/revision?value=${String(revision)}`, { method: 'POST' });
      if (!answer.ok) throw new Error(`The sandbox did not take revision ${String(revision)}.`);
    },
    stop: async () => {
      if (child.exitCode === null && child.kill()) await ended;
    },
  };
}
