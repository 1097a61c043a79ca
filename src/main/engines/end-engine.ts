import { setTimeout as sleep } from 'node:timers/promises';
import type { UtilityProcess } from 'electron';

type Ending = Pick<UtilityProcess, 'pid' | 'kill' | 'once'>;

/** Time that an engine gets to clean up before its process is ended, in milliseconds. */
const timeoutMs = 3000;

/** Ends the process of an engine when its cancelled work has settled, or after the timeout. */
export async function endEngine(engine: Ending, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
  kill(engine);
}

/** Ends the process of an engine at once; resolves when it has ended. */
export function killEngine(engine: Ending): Promise<void> {
  return new Promise((resolve) => {
    engine.once('exit', () => {
      resolve();
    });
    kill(engine);
  });
}

/** Ends a process at once, or as soon as it has spawned: a process that does not exist yet cannot be ended. */
export function kill(engine: Ending): void {
  if (engine.pid === undefined) engine.once('spawn', () => engine.kill());
  else engine.kill();
}
