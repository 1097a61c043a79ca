import { setTimeout as sleep } from 'node:timers/promises';
import type { UtilityProcess } from 'electron';

/** Milliseconds that an engine gets to clean up before its process is ended. */
const timeoutMs = 3000;

/** Ends the process of an engine whose work was told to end: as soon as it did, or after its time to clean up. */
export async function endEngine(engine: { kill(): boolean }, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
  engine.kill();
}

/** Ends the process of an engine at once; resolves when it has ended. */
export function killEngine(engine: Pick<UtilityProcess, 'pid' | 'kill' | 'once'>): Promise<void> {
  return new Promise((resolve) => {
    engine.once('exit', () => {
      resolve();
    });
    // One that was only just asked for cannot be ended before it is there.
    if (engine.pid === undefined) engine.once('spawn', () => engine.kill());
    else engine.kill();
  });
}
