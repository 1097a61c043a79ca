import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProgramVariable, compiledCode } from '../compiled-code.ts';
import { withScryptCache } from '../scrypt-cache.ts';

/** The command line: bundled as it ships if the test run built it, else its sources. */
export const program = process.env[builtProgramVariable] ?? fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
export const passphrase = 'correct horse battery staple';

/** JSON of a known shape; the tests assert what they expect of it. */
export type Json = ReturnType<typeof JSON.parse>;

/** How a run of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON lines of stdout; empty without --json. */
  readonly events: readonly Json[];
  /** The last of them. */
  readonly result: Json;
}

export interface Run {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The account id to run as; only root may choose one. */
  readonly as?: number;
}

/** Starts the command line as a separate process, with only the environment that it needs. */
export function start(args: readonly string[], { dataDir, env = { CARREL_PASSPHRASE: passphrase }, as }: Run): ChildProcess {
  const bare = { PATH: process.env['PATH'], HOME: dataDir, CARREL_DATA_DIR: dataDir, ...compiledCode, ...withScryptCache(), ...env };
  const account = as === undefined ? {} : { uid: as, gid: as };
  return spawn(process.execPath, [program, ...args], { env: bare, stdio: ['pipe', 'pipe', 'pipe'], ...account });
}

/** Runs the command line to its end. */
export async function carrel(args: readonly string[], run: Run): Promise<Ended> {
  const child = start(args, run);
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(run.stdin ?? '');
  return ended(child);
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  return { code, stdout, stderr, events, result: events.at(-1) ?? {} };
}

/** A running sandbox service. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly studies: readonly string[];
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the sandbox through the command line, as a person would. */
export async function startSandbox(args: readonly string[] = [], dataDir = tmpdir()): Promise<Sandbox> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = start(['sandbox', ...port, '--json', ...args], { dataDir, env: { CARREL_PASSPHRASE: passphrase } });
  const line = await firstLine(child);
  const ready = JSON.parse(line) as Omit<Sandbox, 'child' | 'stop'>;
  return {
    ...ready,
    child,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The first line of stdout; the rest keeps flowing. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) resolve(text.split('\n')[0] ?? '');
    });
    child.once('exit', () => {
      reject(new Error(`The process ended before its first line: ${text}`));
    });
  });
}

/** A folder for one test file; `remove` deletes it with everything in it. */
export function workFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'carrel-cli-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Connects a data folder to a sandbox. */
export async function connectTo(
  sandbox: Pick<Sandbox, 'baseUrl' | 'partnerId' | 'clientId' | 'clientSecret'>,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Ended> {
  const args = ['connect', '--base-url', sandbox.baseUrl, '--partner-id', sandbox.partnerId, '--client-id', sandbox.clientId, '--json'];
  return carrel([...args, ...more], {
    dataDir,
    env: { CARREL_PASSPHRASE: passphrase, CARREL_CLIENT_SECRET: sandbox.clientSecret, ...env },
  });
}

/** All bytes of all files below a folder, one character per byte. */
export function bytesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');
}
