import { reportOf } from '../shared/errors.ts';

/**
 * Ends this process at an error that nobody caught, naming its class and place alone: the runtime would print its text as well, which
 * might hold data (of what cannot be read as JSON it cites the beginning), and where a desktop starts Carrel that goes into the system's log.
 */
export function endQuietly(): void {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (error: unknown) => {
      process.stderr.write(`An engine of Carrel ended: ${reportOf(error).message}\n`);
      process.exit(1);
    });
}
