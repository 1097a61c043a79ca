import { AppError } from '../../../src/shared/errors.ts';

/** Whether work is refused with an error that says why. Throws any other error, which a person would see as a crash. */
export async function isRefused(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error: unknown) {
    if (error instanceof AppError && error.message !== '') return true;
    throw error;
  }
}
