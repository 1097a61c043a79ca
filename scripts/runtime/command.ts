import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
}

/** Runs a program without a shell and returns its stdout; rejects with the last lines of its output. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 0 }: CommandOptions = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...process.env, ...env },
      timeout: timeoutMs,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (cause) {
    throw new Error(`${program} ${args[0] ?? ''} failed: ${describeFailure(cause)}`, { cause });
  }
}

function describeFailure(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { stderr = '', killed = false } = cause as { stderr?: string; killed?: boolean };
  if (killed) return 'it was stopped because it took too long';
  return stderr.trim().split('\n').slice(-12).join('\n') || cause.message;
}

/** Ctrl-C was pressed, or the whole run was asked to end: nothing more must be started. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
  }
}

/**
 * Runs a program with visible output and returns its exit code (1 if a signal ended it). On a signal it waits until the program ends, so
 * that callers can clean up, and throws `Interrupted`.
 */
export async function runVisibly(program: string, args: readonly string[], { cwd, env }: CommandOptions = {}): Promise<number> {
  const child = spawn(program, args, {
    stdio: 'inherit',
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
  });
  const received: NodeJS.Signals[] = [];
  function receive(signal: NodeJS.Signals): void {
    received.push(signal);
    // A terminal sends Ctrl-C to the child as well; a second one would end it without cleanup.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  }
  process.on('SIGINT', receive).on('SIGTERM', receive);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (received.length > 0) throw new Interrupted();
    return code ?? 1;
  } finally {
    process.off('SIGINT', receive).off('SIGTERM', receive);
  }
}
