import type { BackedUpAfterSync } from '../core/vault/settings/backup-plan.ts';
import { exitCodeOf, type ErrorCode } from '../shared/errors.ts';
import { errorJson, studyJson, type ErrorJson } from '../shared/status-json.ts';
import type { Outcome, ResultFields } from './command.ts';

/** The `result` line. Its words are a contract: `code` is the exit code, and `category` is the code of an error, or `OK`. */
export interface CommandResultJson {
  readonly event: 'result';
  readonly code: number;
  readonly category: ErrorCode | 'OK';
  readonly message?: string;
  readonly [field: string]: unknown;
}

export function commandResultJson({ code, message, fields }: Outcome): CommandResultJson {
  return {
    event: 'result',
    code: exitCodeOf(code),
    category: code,
    ...(code === 'OK' || message === undefined ? {} : { message }),
    ...fieldsJson(fields),
  };
}

/** The same fields in the same order, with their errors as `ErrorJson`. */
function fieldsJson(fields: ResultFields): Readonly<Record<string, unknown>> {
  const { studies, findings, leftOut, backup } = fields;
  return {
    ...fields,
    ...(typeof studies === 'object' && {
      studies: studies.map((one) => (typeof one === 'object' && 'datasets' in one ? studyJson(one) : one)),
    }),
    ...(findings !== undefined && { findings: findings.map(({ part, study, ...error }) => ({ part, study, ...errorJson(error) })) }),
    ...(leftOut !== undefined && { leftOut: leftOut.map(leftOutJson) }),
    ...(backup !== undefined && { backup: backupJson(backup) }),
  };
}

type LeftOut = NonNullable<ResultFields['leftOut']>[number];

function leftOutJson({ study, ...error }: LeftOut): ErrorJson & Pick<LeftOut, 'study'> {
  return { study, ...errorJson(error) };
}

function backupJson({ path, leftOut, trailLeftOut, error }: BackedUpAfterSync<LeftOut>): object {
  return { path, leftOut: leftOut.map(leftOutJson), trailLeftOut, error: error === null ? null : errorJson(error) };
}
