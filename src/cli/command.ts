import type { ErrorCode } from '../shared/errors.ts';
import type { Output } from './output.ts';
import type { Secrets } from './secrets.ts';

/** One option of the command line, as listed in the help. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** The placeholder of its value in the help: `DIR`. */
  readonly value?: string;
  /** May be given several times; the values are kept in order. */
  readonly multiple?: boolean;
  readonly says: string;
}
export type Options = Readonly<Record<string, Option>>;

/** The options of one call, by name. */
export interface Given {
  /** The value of an option; null if it was not given. */
  text(name: string): string | null;
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** The input of a command: what was typed, the data folder, the secrets, where to write and when to stop. */
export interface Invocation {
  readonly given: Given;
  readonly positionals: readonly string[];
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly env: NodeJS.ProcessEnv;
  readonly out: Output;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The outcome of a command. `fields` are added to the `result` line after code and category. */
export interface Outcome {
  readonly category: ErrorCode | 'OK';
  /** One sentence for people if the category is not OK. */
  readonly message?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows the name in the usage line. */
  readonly synopsis: string;
  readonly options: Options;
  /** Paragraphs below the options in the help. */
  readonly notes: readonly string[];
  /** The fields of the `result` line if the command failed before it had any. */
  readonly emptyFields: Readonly<Record<string, unknown>>;
  /** How many positional arguments it takes. */
  readonly positionals: { readonly least: number; readonly most: number };
  run(invocation: Invocation): Promise<Outcome>;
}
