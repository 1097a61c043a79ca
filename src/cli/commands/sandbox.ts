import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../shared/errors.ts';
import type { Command, Given, Invocation, Option, Options, Outcome } from '../command.ts';

const passedOn: Options = {
  port: { type: 'string', value: 'N', says: 'port to serve on; 0 takes any free one' },
  seed: { type: 'string', value: 'N', says: 'what the synthetic data is made of' },
  subjects: { type: 'string', value: 'N', says: 'subjects of each study' },
  studies: { type: 'string', value: 'A,B', says: 'study numbers' },
  'page-size': { type: 'string', value: 'N', says: 'records a page' },
  revision: { type: 'string', value: 'N', says: 'each further revision has some records new, changed and withdrawn' },
  labs: { type: 'string', value: 'N', says: 'at least so many lab results a study' },
  pregenerate: { type: 'boolean', says: 'write every page once at the start, for benchmarks' },
  gzip: { type: 'boolean', says: 'compress answers where the client accepts it' },
  'expires-in': { type: 'string', value: 'N', says: 'lifetime of a token in seconds' },
  latency: { type: 'string', value: 'MS', says: 'wait before each answer' },
  faults: { type: 'string', value: 'FILE', says: 'a JSON list of what goes wrong, for tests' },
};

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'serves synthetic studies over the partner interface on this computer',
  synopsis: '[options]',
  options: passedOn,
  notes: ['Its first line tells the base URL and the demo credentials; it serves until it is stopped (Ctrl-C).'],
  emptyFields: {},
  positionals: { least: 0, most: 0 },
  run: serveSandbox,
};

/** The sandbox is a program of its own: nothing of it is imported, it only shares this process's terminal. */
async function serveSandbox({ given, out, signal }: Invocation): Promise<Outcome> {
  const child = spawn(process.execPath, [...sandboxProgram(), ...argumentsOf(given), ...(out.json ? ['--json'] : [])], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const code = await ended(child);
  if (signal.aborted || code === 0) return { category: 'OK', fields: {} };
  throw new AppError(code === 2 ? 'USAGE' : 'STORE', 'The sandbox did not start, or ended by itself; it said why above.');
}

/** A script of its own among the sources; in an installed Carrel, which is no Node for anybody, a part of the program. */
function sandboxProgram(): readonly string[] {
  if (process.versions['electron'] === undefined) return [fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))];
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
