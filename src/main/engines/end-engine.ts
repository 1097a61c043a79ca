import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that an engine gets to clean up before its process is ended. */
const timeoutMs = 3000;

/** Ends the process of an engine whose work was told to end: as soon as it did, or after its time to clean up. */
export async function endEngine(engine: { kill(): boolean }, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
  engine.kill();
}
