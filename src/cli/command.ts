import type { LeftOut } from '../core/backup/back-up-vault.ts';
import type { BackedUpAfterSync } from '../core/vault/settings/backup-plan.ts';
import type { Finding } from '../core/verify/verify-cache.ts';
import type { RestoredStudy } from '../shared/backup.ts';
import type { ErrorCode } from '../shared/errors.ts';
import type { StudyStatus } from '../shared/status.ts';
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

/** Fields of the `result` line. Those that hold errors are named, because `result-json.ts` writes them in the words of the contract. */
export interface ResultFields {
  readonly studies?: number | readonly (string | StudyStatus | RestoredStudy)[];
  readonly findings?: readonly (Omit<Finding, 'part'> & { readonly part: string })[];
  readonly leftOut?: readonly LeftOut[];
  readonly backup?: BackedUpAfterSync<LeftOut>;
  readonly [name: string]: unknown;
}

/** The outcome of a command. `fields` are added to the `result` line. */
export interface Outcome {
  readonly code: ErrorCode | 'OK';
  /** One sentence for people if the code is not OK. */
  readonly message?: string;
  readonly fields: ResultFields;
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
  readonly emptyFields: ResultFields;
  /** How many positional arguments it takes. */
  readonly positionals: { readonly least: number; readonly most: number };
  run(invocation: Invocation): Promise<Outcome>;
}
