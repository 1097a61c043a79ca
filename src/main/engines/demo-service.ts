import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { utilityProcess, type UtilityProcess } from 'electron';
import { z } from 'zod';
import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import type { GivenService } from '../platform/settings.ts';

const readyLine = z.object({
  event: z.literal('ready'),
  baseUrl: z.string(),
  partnerId: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  studies: z.array(z.string()),
});

export interface DemoStarter {
  readonly start: () => Promise<GivenService>;
  readonly stop: () => void;
}

/** Starts the built-in sandbox service once, in a separate process on a free loopback port; `stop` ends it. */
export function createDemoStarter(): DemoStarter {
  let child: UtilityProcess | null = null;
  let running: Promise<GivenService> | null = null;
  const stop = (): void => {
    child?.kill();
    child = null;
    running = null;
  };
  return {
    stop,
    start: () => {
      if (running !== null) return running;
      const started = utilityProcess.fork(join(import.meta.dirname, 'sandbox.js'), ['--port', '0', '--json'], {
        serviceName: 'Carrel demo service',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      child = started;
      started.once('exit', () => {
        if (child === started) stop();
      });
      running = firstLine(started);
      running.catch(stop);
      return running;
    },
  };
}

async function firstLine(child: UtilityProcess): Promise<GivenService> {
  if (child.stdout === null) throw new AppError('STORE', 'The demo service has no output to read.');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const ready = readyLine.parse(JSON.parse(line));
    const connection: Connection = {
      baseUrl: ready.baseUrl,
      partnerId: ready.partnerId,
      clientId: ready.clientId,
      tokenStyle: 'body',
      demo: true,
    };
    return { connection, secret: ready.clientSecret, studies: ready.studies };
  }
  throw new AppError('NETWORK', 'The demo service stopped before it was ready. Try again.');
}
