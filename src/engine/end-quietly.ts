import { reportOf } from '../shared/errors.ts';

/**
 * Ends this process on an uncaught error and prints only its class and position. The runtime would also print the text, which might hold
 * data (for invalid JSON it quotes the beginning); if a desktop starts Carrel, that goes to the system's log.
 */
export function endQuietly(): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (error: unknown) => {
      process.stderr.write(`An engine of Carrel ended: ${reportOf(error).message}\n`);
      process.exit(1);
    });
}
