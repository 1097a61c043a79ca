import { spawn, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import type { Command, Given, Invocation, Option, Options, Outcome } from '../command.ts';

const passedOn: Options = {
  port: { type: 'string', value: 'N', says: 'port to serve on; 0 takes any free one' },
  seed: { type: 'string', value: 'N', says: 'seed of the synthetic data' },
  subjects: { type: 'string', value: 'N', says: 'number of subjects per study' },
  studies: { type: 'string', value: 'A,B', says: 'study numbers' },
  'page-size': { type: 'string', value: 'N', says: 'records per page' },
  revision: { type: 'string', value: 'N', says: 'each further revision adds, changes and withdraws some records' },
  labs: { type: 'string', value: 'N', says: 'minimum number of lab results per study' },
  pregenerate: { type: 'boolean', says: 'generate every page once at the start, for benchmarks' },
  gzip: { type: 'boolean', says: 'compress responses if the client accepts it' },
  'expires-in': { type: 'string', value: 'N', says: 'lifetime of a token in seconds' },
  latency: { type: 'string', value: 'MS', says: 'delay before each response' },
  faults: { type: 'string', value: 'FILE', says: 'JSON list of faults to inject, for tests' },
};

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'serves synthetic studies on this computer, over the partner interface',
  synopsis: '[options]',
  options: passedOn,
  notes: ['The first line shows the base URL and demo credentials. It runs until stopped with Ctrl-C.'],
  emptyFields: {},
  positionals: { least: 0, most: 0 },
  run: serveSandbox,
};

/** The sandbox is a separate program: nothing of it is imported, and it only shares this process's terminal. */
async function serveSandbox({ given, out, signal }: Invocation): Promise<Outcome> {
  const child = spawn(process.execPath, [...sandboxProgram(), ...argumentsOf(given), ...(out.json ? ['--json'] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const exitCode = await ended(child);
  if (signal.aborted || exitCode === 0) return { code: 'OK', fields: {} };
  throw new AppError(exitCode === 2 ? 'USAGE' : 'STORE', 'The sandbox did not start, or stopped unexpectedly; see the message above.');
}

/** The sandbox's own script, among the sources and in the build. */
const sandboxFile = extname(import.meta.url) === '.ts' ? '../../sandbox/main.ts' : './sandbox.js';

/** An installed Carrel cannot run as Node; there the program itself serves the sandbox. */
function sandboxProgram(): readonly string[] {
  if (process.versions['electron'] === undefined) return [fileURLToPath(new URL(sandboxFile, import.meta.url))];
  return ['--ozone-platform=headless', '--disable-gpu', '--demo-service', '--'];
}

function argumentsOf(given: Given): readonly string[] {
  return Object.entries(passedOn).flatMap(([name, option]) => argumentOf(name, option, given));
}

function argumentOf(name: string, option: Option, given: Given): readonly string[] {
  if (option.type === 'boolean') return given.flag(name) ? [`--${name}`] : [];
  const value = given.text(name);
  return value === null ? [] : [`--${name}`, value];
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new AppError('STORE', 'The sandbox could not be started.', cause));
    });
    child.once('exit', (code) => {
      resolve(code);
    });
  });
}
