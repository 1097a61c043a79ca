import type { OnUnexpected } from '../../shared/answering.ts';

/** Prints a full error for those who run Carrel from its sources. An installed Carrel prints none, because the text might contain data. */
export const printUnexpected: OnUnexpected = (call, error) => {
  const stack = error instanceof Error ? error.stack : undefined;
  process.stderr.write(`The call "${call}" failed unexpectedly: ${stack ?? String(error)}\n`);
};
