/** Kinds of unexpected errors that are distinguished; anything else thrown is "other". */
export const faultNames = ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'SqliteError', 'other'] as const;

/**
 * An unexpected error without its text, which might hold data: its class, and the positions in Carrel's code it came from, innermost first.
 */
export interface Fault {
  readonly name: (typeof faultNames)[number];
  /** `reader-calls.ts:41:9` */
  readonly at: readonly string[];
}

/** A position in a fault. */
export const positionPattern = /^[\w.-]{1,80}\.[cm]?[jt]sx?:\d{1,7}:\d{1,7}$/;
/** Maximum number of positions kept; the innermost ones identify the call. */
export const mostPositions = 8;

/** The fault of an unexpected error; null for an AppError, which explains itself. */
export function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return { name: 'other', at: [] };
  if (error.cause instanceof ForwardedFault) return error.cause.fault;
  if (error.name === 'AppError') return null;
  return { name: faultNames.find((known) => known === error.name) ?? 'other', at: positionsIn(error) };
}

/** The cause of an AppError that was rebuilt from another process's report, so that the fault is kept. */
export class ForwardedFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('Unexpected error in another process.');
    this.fault = fault;
  }
}

/** Reads only what follows the error's own text: a line of that text could look like a position and be a value. */
function positionsIn(error: Error): readonly string[] {
  const head = String(error);
  if (error.stack?.startsWith(head) !== true) return [];
  return error.stack
    .slice(head.length)
    .split('\n')
    .flatMap((line) => /([^/\\(\s]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? [])
    .filter((position) => positionPattern.test(position))
    .slice(0, mostPositions);
}
