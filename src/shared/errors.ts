import { faultOf } from './fault.ts';

/** The closed set of error codes, with exit code and retry policy (the exit table, where they are called categories). */
export const errorCodes = {
  USAGE: { exit: 2, retry: 'never' },
  AUTH: { exit: 10, retry: 'never' },
  FORBIDDEN: { exit: 11, retry: 'never' },
  NETWORK: { exit: 12, retry: 'request' },
  TLS: { exit: 13, retry: 'never' },
  SERVER: { exit: 14, retry: 'request' },
  RATE: { exit: 15, retry: 'request' },
  PROTOCOL: { exit: 16, retry: 'once' },
  INCONSISTENT: { exit: 17, retry: 'pass' },
  SECURITY: { exit: 18, retry: 'never' },
  LIMIT: { exit: 19, retry: 'never' },
  LOCKED: { exit: 20, retry: 'never' },
  CORRUPT: { exit: 21, retry: 'never' },
  STORE: { exit: 22, retry: 'never' },
  BUSY: { exit: 23, retry: 'never' },
  VERSION: { exit: 24, retry: 'never' },
  EXPORT: { exit: 25, retry: 'never' },
  PARTIAL: { exit: 30, retry: 'never' },
  CANCELLED: { exit: 130, retry: 'never' },
} as const satisfies Record<string, { readonly exit: number; readonly retry: 'never' | 'once' | 'request' | 'pass' }>;

export type ErrorCode = keyof typeof errorCodes;

export function exitCodeOf(code: ErrorCode | 'OK'): number {
  return code === 'OK' ? 0 : errorCodes[code].exit;
}

/** What other processes and users see of an AppError: never a record's value, a token or a secret. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * The only error class. `message` says what happened, what is still valid and what to do; `cause` keeps the original for the debugger and
 * is never printed.
 */
export class AppError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
  }

  get report(): ErrorReport {
    return { code: this.code, message: this.message };
  }
}

/**
 * Converts anything thrown to a report. An unexpected error is named by its class and position, without its text, which might hold data.
 */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof AppError) return error.report;
  const fault = faultOf(error);
  const where = [fault?.name ?? 'other', ...(fault?.at.slice(0, 1) ?? [])].join(' at ');
  return {
    code: 'STORE',
    message: `Something unexpected went wrong inside Carrel (${where}). Mirrored data is unchanged. Try again; if it happens again, report it.`,
  };
}
