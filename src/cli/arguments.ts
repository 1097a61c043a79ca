import { parseArgs } from 'node:util';
import { AppError } from '../shared/errors.ts';
import { nearestName } from '../shared/nearest-name.ts';
import type { Command, Given, Option, Options } from './command.ts';

/** The options of every command. */
export const globalOptions: Options = {
  'data-dir': { type: 'string', value: 'DIR', says: 'where the encrypted data lives (also CARREL_DATA_DIR)' },
  json: { type: 'boolean', says: 'write one JSON object per line to stdout, ending with a result' },
  'passphrase-stdin': { type: 'boolean', says: 'read the passphrase from stdin (also CARREL_PASSPHRASE)' },
  help: { type: 'boolean', says: 'show this help' },
};

export interface Parsed {
  /** Null: none was given. */
  readonly command: Command | null;
  readonly given: Given;
  readonly positionals: readonly string[];
}

/** Reads argv (without program and script). Throws USAGE naming the nearest known command or option. */
export function readArguments(argv: readonly string[], commands: readonly Command[]): Parsed {
  const { tokens } = parseArgs({
    args: joinValues(argv, commands),
    options: parserOptions(commands),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  const [name, ...positionals] = words;
  const command = name === undefined ? null : findCommand(name, commands);
  const allowed = { ...globalOptions, ...command?.options };
  const values = new Map<string, string[]>();
  for (const option of options) {
    const value = checkOption(option.name, option.rawName, valueOf(option), allowed, command);
    const earlier = values.get(option.name) ?? [];
    checkOnce(option.name, earlier, allowed[option.name]);
    values.set(option.name, [...earlier, value]);
  }
  return { command, given: givenBy(values), positionals };
}

/** Whether --json or --help occurs in argv, even if the rest cannot be read. */
export function hasFlag(argv: readonly string[], name: 'json' | 'help'): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes(`--${name}`);
}

/** Throws USAGE if a command got too few or too many positional arguments. */
export function checkPositionals(command: Command, positionals: readonly string[]): void {
  const { least, most } = command.positionals;
  if (positionals.length >= least && positionals.length <= most) return;
  const wrong = positionals.length < least ? 'needs more arguments' : `takes no "${positionals[most]?.slice(0, 60) ?? ''}"`;
  throw new AppError('USAGE', `"${command.name}" ${wrong}. Usage: carrel ${command.name} ${command.synopsis}`.trimEnd());
}

/** Joins a value that starts with a dash (`--sort -result`) to its option, so that it is not read as an option. */
function joinValues(argv: readonly string[], commands: readonly Command[]): string[] {
  const known = allOptions(commands);
  const joined: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (word === '--') return [...joined, ...argv.slice(index)];
    const next = argv[index + 1];
    const takesNext =
      word.startsWith('--') &&
      known[word.slice(2)]?.type === 'string' &&
      next !== undefined &&
      next.startsWith('-') &&
      !next.startsWith('--');
    joined.push(takesNext ? `${word}=${next}` : word);
    if (takesNext) index++;
  }
  return joined;
}

function parserOptions(commands: readonly Command[]): Record<string, { type: 'string' | 'boolean' }> {
  return Object.fromEntries(Object.entries(allOptions(commands)).map(([name, option]) => [name, { type: option.type }]));
}

function allOptions(commands: readonly Command[]): Options {
  return Object.assign({}, globalOptions, ...commands.map((command) => command.options)) as Options;
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = commands.map((command) => command.name);
  const nearest = nearestName(name, names);
  const advice = nearest === null ? `The commands are: ${names.join(', ')}.` : `Did you mean "${nearest}"?`;
  throw new AppError('USAGE', `There is no command "${name.slice(0, 60)}". ${advice}`);
}

function checkOption(name: string, typed: string, value: string | undefined, allowed: Options, command: Command | null): string {
  const option = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  const place = command === null ? '' : ` of "${command.name}"`;
  if (option === undefined) {
    const nearest = nearestName(name, Object.keys(allowed));
    const advice =
      nearest === null
        ? `The options are: ${Object.keys(allowed)
            .map((known) => `--${known}`)
            .join(', ')}.`
        : `Did you mean "--${nearest}"?`;
    throw new AppError('USAGE', `There is no option "${typed.slice(0, 60)}"${place}. ${advice}`);
  }
  if (option.type === 'boolean' && value !== undefined) throw new AppError('USAGE', `The option "--${name}" takes no value.`);
  if (option.type === 'string' && (value === undefined || value === ''))
    throw new AppError('USAGE', `The option "--${name}" needs a value: --${name} ${valueName(option)}`);
  return value ?? '';
}

interface TypedValue {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The next option is not a value, for example after an empty shell variable: `--out $OUT --force` must not write a file "--force". */
function valueOf({ value, inlineValue }: TypedValue): string | undefined {
  return inlineValue === true || value?.startsWith('--') !== true ? value : undefined;
}

/** A repeated option would silently lose a value: `--dataset labs --dataset vitals` must not write only the vitals. */
function checkOnce(name: string, earlier: readonly string[], option: Option | undefined): void {
  if (earlier.length === 0 || option?.type !== 'string' || option.multiple === true) return;
  throw new AppError('USAGE', `The option "--${name}" takes one value and was given more than once.`);
}

function valueName(option: Option): string {
  return option.value ?? 'VALUE';
}

function givenBy(values: ReadonlyMap<string, readonly string[]>): Given {
  return {
    text: (name) => values.get(name)?.at(-1) ?? null,
    texts: (name) => values.get(name) ?? [],
    flag: (name) => values.has(name),
  };
}
