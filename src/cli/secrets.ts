import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { secretVariables } from '../core/platform/secret-variables.ts';
import { AppError } from '../shared/errors.ts';

const LONGEST_INPUT = 64 * 1024;

/** Secrets that must never be in argv; read once and removed from the environment. */
export interface Secrets {
  readonly passphrase: string | null;
  readonly clientSecret: string | null;
  /** Seals and opens a site pack; only from the environment. */
  readonly packPassphrase: string | null;
  /** Seals and opens a backup; only from the environment. */
  readonly backupPassphrase: string | null;
  /** Encrypts an exported zip; only from the environment. */
  readonly exportPassphrase: string | null;
  /** Opens an encrypted client key; only from the environment. */
  readonly clientKeyPassphrase: string | null;
  /** For the proxy, if its address contains none; only from the environment. */
  readonly proxyUser: string | null;
  readonly proxyPassword: string | null;
}

interface Asked {
  readonly passphraseFromStdin: boolean;
  readonly clientSecretFromStdin: boolean;
}

/** Removes the CARREL_ secrets from the environment, so that no child process inherits them. */
export function takeEnvironmentSecrets(env: NodeJS.ProcessEnv): Secrets {
  const read = (name: string): string | null => blankIsNone(env[name] ?? null);
  const secrets = {
    passphrase: read(secretVariables.passphrase),
    clientSecret: read(secretVariables.clientSecret),
    packPassphrase: read(secretVariables.packPassphrase),
    backupPassphrase: read(secretVariables.backupPassphrase),
    exportPassphrase: read(secretVariables.exportPassphrase),
    clientKeyPassphrase: read(secretVariables.clientKeyPassphrase),
    proxyUser: read(secretVariables.proxyUser),
    proxyPassword: read(secretVariables.proxyPassword),
  };
  const names: readonly string[] = Object.values(secretVariables);
  for (const name of Object.keys(env)) if (names.includes(name.toUpperCase())) Reflect.deleteProperty(env, name);
  return secrets;
}

/** Where secrets come from, and where a terminal is asked for them. */
interface Source {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: Writable;
}

/**
 * Adds the secrets requested on stdin, one per line, the passphrase first; a terminal is asked for each, and does not show what is typed.
 * They take precedence over the environment. Throws USAGE, and an AbortError once `signal` is aborted.
 */
export async function readSecrets(fromEnvironment: Secrets, asked: Asked, source: Source, signal: AbortSignal): Promise<Secrets> {
  const wanted = [...(asked.passphraseFromStdin ? ['Passphrase'] : []), ...(asked.clientSecretFromStdin ? ['Client secret'] : [])];
  if (wanted.length === 0) return fromEnvironment;
  const lines =
    source.stdin.isTTY === true ? await typedLines(source, wanted, signal) : await pipedLines(source.stdin, wanted.length, signal);
  const take = (name: string): string => {
    const line = lines.shift();
    if (line === undefined || line === '')
      throw new AppError(
        'USAGE',
        `The ${name} was expected on stdin, but no line was given. Give one secret per line: the passphrase first, then the client secret.`,
      );
    return line;
  };
  const passphrase = asked.passphraseFromStdin ? take('passphrase') : fromEnvironment.passphrase;
  const clientSecret = asked.clientSecretFromStdin ? take('client secret') : fromEnvironment.clientSecret;
  return { ...fromEnvironment, passphrase, clientSecret };
}

/** Asks for each of the secrets. The terminal shows the question alone. */
async function typedLines({ stdin, stderr }: Source, wanted: readonly string[], signal: AbortSignal): Promise<string[]> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  // Without the terminal's own processing, Ctrl-C arrives as a character.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // Ctrl-Z is ignored: a terminal that was left in the middle of a secret would show the rest of it.
  terminal.on('SIGTSTP', () => undefined);
  const typed = on(terminal, 'line', { signal, close: ['close'] }) as AsyncIterable<[string]>;
  const lines: string[] = [];
  try {
    stderr.write(`${wanted[0] ?? ''}: `);
    for await (const [line] of typed) {
      lines.push(line);
      const next = wanted[lines.length];
      if (next === undefined) break;
      stderr.write(`\n${next}: `);
    }
    return lines;
  } finally {
    stderr.write('\n');
    terminal.close();
  }
}

async function pipedLines(stdin: Readable, wanted: number, signal: AbortSignal): Promise<string[]> {
  const text = await readLines(stdin, wanted, signal);
  return text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

const lineFeed = 0x0a;

/** Reads until there are as many whole lines or the input ends: a terminal or the program at the other end may keep it open. */
async function readLines(stdin: Readable, wanted: number, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let [size, lines] = [0, 0];
  for await (const [chunk] of on(stdin, 'data', { signal, close: ['end', 'close'] }) as AsyncIterable<[Buffer]>) {
    size += chunk.length;
    if (size > LONGEST_INPUT) throw new AppError('USAGE', 'There is more on stdin than secrets. Give one secret per line.');
    chunks.push(chunk);
    lines += chunk.filter((byte) => byte === lineFeed).length;
    if (lines >= wanted) break;
  }
  stdin.pause();
  // Removes the byte order mark that some shells put before piped text.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function blankIsNone(text: string | null): string | null {
  return text === '' ? null : text;
}
