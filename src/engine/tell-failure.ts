import { errnoOf } from '../core/platform/errno.ts';
import { AppError } from '../shared/errors.ts';

const failures = {
  read: 'could not be read into memory',
  keep: 'could not be cached on the disk',
  find: 'cached on the disk could not be read there',
} as const;

/**
 * Returns a function that reports a failure of the caches. Questions only become slower, so just the kind of error is printed, because its
 * text might hold data.
 */
export function failureTeller(what: 'columns' | 'answer'): (failed: keyof typeof failures, of: string, error: unknown) => void {
  return (failed, of, error) => {
    const kind = error instanceof AppError ? error.code : errnoOf(error) || (error instanceof Error ? error.name : typeof error);
    process.stderr.write(`${what}: ${of} ${failures[failed]} (${kind}). Questions about it are slower.\n`);
  };
}
