import { readFileSync } from 'node:fs';
import { DEFAULT_STUDIES } from './data/studies.ts';
import type { Fault } from './faults/fault.ts';
import { parseFaults } from './faults/parse-faults.ts';

/** How the sandbox is started. */
export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly seed: number;
  /** Subjects of each study in the base data; `null` for each study's own number. */
  readonly subjects: number | null;
  readonly studies: readonly string[];
  readonly pageSize: number;
  /** 0 is the base data; each further one changes some records of the one before. */
  readonly revision: number;
  /** Least number of laboratory results of each study; `null` for each study's own number. */
  readonly labs: number | null;
  /** Writes every page once at the start and keeps it, for benchmarks. */
  readonly pregenerate: boolean;
  readonly gzip: boolean;
  /** Lifetime of a token in seconds. */
  readonly expiresIn: number;
  /** Milliseconds before each answer. */
  readonly latency: number;
  /** What goes wrong, from the start on. */
  readonly faults: readonly Fault[];
}

export const DEFAULT_OPTIONS: SandboxOptions = {
  port: 8787,
  seed: 1,
  subjects: null,
  studies: DEFAULT_STUDIES,
  pageSize: 500,
  revision: 0,
  labs: null,
  pregenerate: false,
  gzip: false,
  expiresIn: 3600,
  latency: 0,
  faults: [],
};

/** What the arguments ask for. */
export type ParsedArguments =
  | { readonly kind: 'serve'; readonly options: SandboxOptions; readonly json: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly message: string };

type Write = (options: SandboxOptions, value: string) => SandboxOptions | string;

const FLAGS = ['--json', '--help', '--pregenerate', '--gzip'] as const;

const VALUES: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['--port', number(0, 65_535, (options, port) => ({ ...options, port }))],
  ['--seed', number(0, 0xffffffff, (options, seed) => ({ ...options, seed }))],
  ['--subjects', number(0, 20_000, (options, subjects) => ({ ...options, subjects }))],
  ['--studies', studies],
  ['--page-size', number(1, 100_000, (options, pageSize) => ({ ...options, pageSize }))],
  ['--revision', number(0, 99, (options, revision) => ({ ...options, revision }))],
  ['--labs', number(0, 1_000_000, (options, labs) => ({ ...options, labs }))],
  ['--expires-in', number(0, 1_000_000, (options, expiresIn) => ({ ...options, expiresIn }))],
  ['--latency', number(0, 600_000, (options, latency) => ({ ...options, latency }))],
  ['--faults', faultsFile],
]);

/** Reads the command line; an unknown option comes back as a problem that names the nearest known one. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  let options = DEFAULT_OPTIONS;
  let json = false;
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = splitOption(args[i] ?? '');
    const write = VALUES.get(name);
    if (name === '--help') return { kind: 'help' };
    if (name === '--json') json = true;
    else if (name === '--pregenerate') options = { ...options, pregenerate: true };
    else if (name === '--gzip') options = { ...options, gzip: true };
    else if (write === undefined) return problem(`${name} is not an option. Did you mean ${nearestOption(name)}?`);
    else {
      const value = inline ?? args[++i];
      if (value === undefined) return problem(`${name} needs a value.`);
      const written = write(options, value);
      if (typeof written === 'string') return problem(`${name} ${written}`);
      options = written;
    }
  }
  return { kind: 'serve', options, json };
}

/** The known option that begins like this one, else the one that takes the fewest edits to reach. */
export function nearestOption(name: string): string {
  const known = [...VALUES.keys(), ...FLAGS];
  const ranked = known.map((option) => ({ option, edits: name.length > 2 && option.startsWith(name) ? 0 : editDistance(name, option) }));
  ranked.sort((a, b) => a.edits - b.edits);
  return ranked[0]?.option ?? '--help';
}

function problem(message: string): ParsedArguments {
  return { kind: 'problem', message: `${message} Nothing was started; --help lists the options.` };
}

function splitOption(argument: string): readonly string[] {
  const at = argument.indexOf('=');
  return at < 0 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)];
}

function number(least: number, most: number, set: (options: SandboxOptions, value: number) => SandboxOptions): Write {
  return (options, text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    return value < least || value > most ? `takes a whole number from ${least} to ${most}.` : set(options, value);
  };
}

function studies(options: SandboxOptions, text: string): SandboxOptions | string {
  const numbers = [...new Set(text.split(',').map((one) => one.trim()))];
  if (numbers.some((one) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/.test(one))) {
    return 'takes study numbers separated by commas, such as 22-001,23-014.';
  }
  return { ...options, studies: numbers };
}

function faultsFile(options: SandboxOptions, path: string): SandboxOptions | string {
  try {
    const faults = parseFaults(readFileSync(path, 'utf8'));
    return typeof faults === 'string' ? `names a file that cannot be used. ${faults}` : { ...options, faults };
  } catch {
    return 'takes a file with a JSON list of faults; that one cannot be read.';
  }
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
