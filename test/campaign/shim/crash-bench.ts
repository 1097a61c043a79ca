import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyFile } from '../../../src/core/vault/keys/key-file.ts';
import { openWithPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';
import { connectTo, ended, passphrase, start, type Ended } from '../../cli/carrel.ts';
import { startCountedService, type CountedService } from './counted-service.ts';
import { unlikeTheService } from './golden.ts';
import { lookAt, type Look } from './look.ts';
import { compileShim, shimEnvironment, type Fault, type Shim } from './shim.ts';

/** The study that these campaigns use. */
export const study = '22-001';
export const syncArguments = ['sync', study, '--accept-shrink', '--json'] as const;

/** How a run ended, and how long it took. */
export interface Ran extends Ended {
  readonly killed: boolean;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds until its first line, or null if there was none. */
  readonly firstLine: number | null;
}

export interface RunOptions {
  readonly dataDir: string;
  /** The shim's fault on the files of the data folder and of `also`. */
  readonly fault?: Fault;
  readonly also?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Number of the account to run it under, if this account may switch (root). */
  readonly as?: number;
  /** Called once with a function that kills the process. */
  readonly armed?: (kill: () => void) => void;
}

/** An undisturbed mirror, compared with the service resource by resource. */
export interface Golden {
  /** Digest over every visible cell. */
  readonly digest: string;
  /** Its data folder, for copies. */
  readonly dataDir: string;
}

/** The real command line, a service without faults and prepared data folders, for campaigns that kill processes and fail disks. */
export interface CrashBench {
  readonly folder: string;
  readonly service: CountedService;
  readonly shim: Shim;
  /** A connected data folder without a mirrored study. All copies of it open with the same key. */
  readonly connected: string;
  /** A new copy of a data folder. */
  copyOf(dataDir: string): string;
  run(args: readonly string[], options: RunOptions): Promise<Ran>;
  look(dataDir: string): Look;
  /** Sets the service to a revision and returns what must be visible then. */
  golden(revision: number): Promise<Golden>;
  /** The datasets of a data folder that differ from what the service holds. */
  unlike(dataDir: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openCrashBench(): Promise<CrashBench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-crash-')));
  const shim = compileShim(folder);
  const service = await startCountedService(study);
  const connected = join(folder, 'connected');
  const made = await connectTo(service, connected);
  if (made.code !== 0) throw new Error(`The data folder could not be made: ${made.stderr}`);
  const key = await keyOf(connected);
  const mirrors = new Map<number, Golden>();
  let copies = 0;

  function copyOf(dataDir: string): string {
    copies += 1;
    const copy = join(folder, `data-${copies}`);
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true });
    return copy;
  }

  async function run(args: readonly string[], { dataDir, fault, also = [], env = {}, as, armed }: RunOptions): Promise<Ran> {
    const under = fault === undefined ? {} : shimFor(shim, [dataDir, ...also], fault);
    const started = performance.now();
    const child = start(args, {
      dataDir,
      env: { CARREL_PASSPHRASE: passphrase, ...under, ...env },
      ...(as === undefined ? {} : { as }),
    });
    let firstLine: number | null = null;
    child.stdout?.once('data', () => {
      firstLine = performance.now() - started;
    });
    child.stdin?.end();
    armed?.(() => child.kill('SIGKILL'));
    const done = await ended(child);
    service.follow(null);
    return { ...done, killed: child.signalCode === 'SIGKILL', took: performance.now() - started, firstLine };
  }

  async function unlike(dataDir: string): Promise<readonly string[]> {
    const found = await unlikeTheService(dataDir, key, study, service, folder);
    service.forget();
    return found;
  }

  async function golden(revision: number): Promise<Golden> {
    service.setRevision(revision);
    const known = mirrors.get(revision);
    if (known !== undefined) return known;
    const dataDir = copyOf(connected);
    const done = await run(syncArguments, { dataDir });
    const wrong = await unlike(dataDir);
    if (done.code !== 0 || wrong.length > 0) throw new Error(`Revision ${revision} was not mirrored: ${done.stderr} ${wrong.join(', ')}`);
    const made = { digest: lookAt(dataDir, key, study).digest, dataDir };
    mirrors.set(revision, made);
    return made;
  }

  return {
    folder,
    service,
    shim,
    connected,
    copyOf,
    run,
    look: (dataDir) => lookAt(dataDir, key, study),
    golden,
    unlike,
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function shimFor(shim: Shim, below: readonly string[], fault: Fault): Readonly<Record<string, string>> {
  if ('why' in shim) throw new Error(shim.why);
  return shimEnvironment(shim, below, fault);
}

/** The key that the passphrase of these tests opens. */
export async function keyOf(dataDir: string): Promise<Buffer> {
  const { passphrase: sealed } = readKeyFile(dataDir);
  const key = sealed === null ? null : await openWithPassphrase(sealed, passphrase);
  if (key === null) throw new Error('The data folder does not open.');
  return key;
}
