import { AppError } from '../../../src/shared/errors.ts';

/**
 * Whether work is refused with an error that says why, or returns true because it found something. Throws any other error, which a person
 * would see as a crash.
 */
export async function isReported(work: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await work()) === true;
  } catch (error: unknown) {
    if (error instanceof AppError && error.message !== '') return true;
    throw error;
  }
}
