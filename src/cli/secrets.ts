import type { Readable } from 'node:stream';
import { AppError } from '../shared/errors.ts';

const LONGEST_INPUT = 64 * 1024;

/** What must never be in argv; read once, gone from the environment. */
export interface Secrets {
  readonly passphrase: string | null;
  readonly clientSecret: string | null;
}

interface Asked {
  readonly passphraseFromStdin: boolean;
  readonly clientSecretFromStdin: boolean;
}

/** Takes the CARREL_ secrets out of the environment, so that no child process inherits them. */
export function takeEnvironmentSecrets(env: NodeJS.ProcessEnv): Secrets {
  const secrets = { passphrase: env['CARREL_PASSPHRASE'] ?? null, clientSecret: env['CARREL_CLIENT_SECRET'] ?? null };
  for (const name of Object.keys(env)) {
    if (
      name.toUpperCase() === 'CARREL_PASSPHRASE' ||
      name.toUpperCase() === 'CARREL_CLIENT_SECRET' ||
      name.toUpperCase() === 'CARREL_PACK_PASSPHRASE'
    )
      Reflect.deleteProperty(env, name);
  }
  return { passphrase: blankIsNone(secrets.passphrase), clientSecret: blankIsNone(secrets.clientSecret) };
}

/** Adds what was asked for on stdin, one secret a line: the passphrase first where both are. It goes before the environment. */
export async function readSecrets(fromEnvironment: Secrets, asked: Asked, stdin: Readable): Promise<Secrets> {
  if (!asked.passphraseFromStdin && !asked.clientSecretFromStdin) return fromEnvironment;
  const lines = (await readAll(stdin)).split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const take = (name: string): string => {
    const line = lines.shift();
    if (line === undefined || line === '')
      throw new AppError(
        'USAGE',
        `The ${name} was to come from stdin, but there was no line for it. One secret a line: the passphrase first, then the client secret.`,
      );
    return line;
  };
  const passphrase = asked.passphraseFromStdin ? take('passphrase') : fromEnvironment.passphrase;
  const clientSecret = asked.clientSecretFromStdin ? take('client secret') : fromEnvironment.clientSecret;
  return { passphrase, clientSecret };
}

async function readAll(stdin: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > LONGEST_INPUT) throw new AppError('USAGE', 'There is more on stdin than secrets. Give one secret a line.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function blankIsNone(text: string | null): string | null {
  return text === '' ? null : text;
}
