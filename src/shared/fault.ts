/** Kinds of unexpected errors that are told apart; whatever else was thrown is "other". */
export const faultNames = ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'SqliteError', 'other'] as const;

/** An unexpected error without its text, which might hold data: its class, and where in Carrel's code it came from, innermost first. */
export interface Fault {
  readonly name: (typeof faultNames)[number];
  /** `reader-calls.ts:41:9` */
  readonly at: readonly string[];
}

/** A position as a fault has it. */
export const positionPattern = /^[\w.-]{1,80}\.[cm]?[jt]sx?:\d{1,7}:\d{1,7}$/;
/** Positions that are kept: the innermost of them name the call. */
export const mostPositions = 8;

/** The fault of an error that nobody expected; null for an AppError, which says itself what happened. */
export function faultOf(error: unknown): Fault | null {
  if (!(error instanceof Error)) return { name: 'other', at: [] };
  if (error.cause instanceof ForwardedFault) return error.cause.fault;
  if (error.name === 'AppError') return null;
  return { name: faultNames.find((known) => known === error.name) ?? 'other', at: positionsIn(error) };
}

/** The cause of an AppError that was made anew from the report of another process: the fault comes along. */
export class ForwardedFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super('Unexpected error in another process.');
    this.fault = fault;
  }
}

/** Only what stands behind the error's own text: a line of that might look like a position and be a value. */
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
