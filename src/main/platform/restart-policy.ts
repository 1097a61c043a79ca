/** Restarts in a row before a process is given up, and the first pause in milliseconds (doubled each time). */
const restartLimit = 5;
const firstPause = 200;
/** A process that ran this long (milliseconds) counts as healthy again. */
const healthyAfter = 60_000;

/** What to do after a process ended unexpectedly. `pause` is in milliseconds. */
export type Restart = { readonly failures: number; readonly pause: number } | 'give-up';

/** `failures`: ends in a row before this one; `ranFor`: milliseconds that it ran this time. */
export function planRestart(failures: number, ranFor: number): Restart {
  const counted = ranFor > healthyAfter ? 1 : failures + 1;
  return counted > restartLimit ? 'give-up' : { failures: counted, pause: firstPause * 2 ** (counted - 1) };
}
