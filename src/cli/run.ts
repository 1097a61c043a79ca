import type { Readable, Writable } from 'node:stream';
import { AppError, errorCodes, exitCodeOf, reportOf } from '../shared/errors.ts';
import { checkPositionals, hasFlag, readArguments, type Parsed } from './arguments.ts';
import type { Command, Outcome } from './command.ts';
import { resolveDataDir } from './data-dir.ts';
import { commandHelp, programHelp } from './help.ts';
import { createOutput, type Output } from './output.ts';
import { commandResultJson } from './result-json.ts';
import { readSecrets, takeEnvironmentSecrets, type Secrets } from './secrets.ts';

/** The parts of the process that a run uses. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** Runs one command line and returns the exit code. Never throws: every failure becomes one sentence and a code. */
export async function runCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  process: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const secrets = takeEnvironmentSecrets(process.env);
  const out = createOutput(hasFlag(argv, 'json'), process);
  const parsed = parse(argv, commands);
  const command = parsed instanceof AppError ? null : parsed.command;
  const outcome =
    parsed instanceof AppError ? failure(parsed, {}) : await execute(parsed, argv, commands, { process, secrets, out, signal });
  if (outcome === 'helped') return leave(out, 0);
  if (outcome.message !== undefined) out.note(`carrel${command === null ? '' : ` ${command.name}`}: ${outcome.message}`);
  out.event(commandResultJson(outcome));
  return leave(out, exitCodeOf(outcome.code));
}

/** Returns the exit code once all output is written; STORE if some of it could not be written and nothing else failed. */
async function leave(out: Output, exitCode: number): Promise<number> {
  await out.flush();
  if (out.lost === null) return exitCode;
  out.note(
    `carrel: Some of this command's output could not be written to stdout (${out.lost}). The command itself finished, but its output is incomplete. Free some space, or write somewhere else.`,
  );
  await out.flush();
  return exitCode === 0 ? errorCodes.STORE.exit : exitCode;
}

interface Context {
  readonly process: Surroundings;
  readonly secrets: Secrets;
  readonly out: Output;
  readonly signal: AbortSignal;
}

function parse(argv: readonly string[], commands: readonly Command[]): Parsed | AppError {
  try {
    return readArguments(argv, commands);
  } catch (error: unknown) {
    return asAppError(error);
  }
}

async function execute(
  parsed: Parsed,
  argv: readonly string[],
  commands: readonly Command[],
  context: Context,
): Promise<Outcome | 'helped'> {
  const { command, given, positionals } = parsed;
  if (hasFlag(argv, 'help')) {
    context.process.stdout.write(`${command === null ? programHelp(commands) : commandHelp(command)}\n`);
    return 'helped';
  }
  if (command === null) {
    context.process.stderr.write(`${programHelp(commands)}\n`);
    return failure(new AppError('USAGE', 'Give a command.'), {});
  }
  try {
    checkPositionals(command, positionals);
    const asked = { passphraseFromStdin: given.flag('passphrase-stdin'), clientSecretFromStdin: given.flag('client-secret-stdin') };
    const secrets = await readSecrets(context.secrets, asked, context.process, context.signal);
    const { env } = context.process;
    return await command.run({
      given,
      positionals,
      // A getter, because not every command needs it, and an account without a home folder has none unless it is named.
      get dataDir() {
        return resolveDataDir(given.text('data-dir'), env);
      },
      secrets,
      env,
      out: context.out,
      signal: context.signal,
    });
  } catch (error: unknown) {
    return failure(context.signal.aborted ? cancelledUnlessKnown(error) : error, command.emptyFields);
  }
}

/** Work aborted by Ctrl-C may fail in other ways; it is reported as cancelled. */
function cancelledUnlessKnown(error: unknown): AppError {
  return error instanceof AppError && error.code !== 'NETWORK'
    ? error
    : new AppError('CANCELLED', 'Cancelled. Mirrored data is unchanged.', error);
}

function failure(error: unknown, fields: Outcome['fields']): Outcome {
  const report = reportOf(error);
  return { code: report.code, message: report.message, fields };
}

function asAppError(error: unknown): AppError {
  const report = reportOf(error);
  return new AppError(report.code, report.message, error);
}
