import type { OnUnexpected } from '../../shared/answering.ts';

/** Shows an error whole to those who run Carrel from its sources; an installed Carrel prints none, as its text might hold data. */
export const printUnexpected: OnUnexpected = (call, error) => {
  const stack = error instanceof Error ? error.stack : undefined;
  process.stderr.write(`The call "${call}" failed unexpectedly: ${stack ?? String(error)}\n`);
};
