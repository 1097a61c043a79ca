import type { Dataset } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { unchanged } from '../client/request-errors.ts';
import { refusedFirst } from '../client/refusal.ts';

/**
 * The error of a dataset that was refused while others of its study were answered: not every study has every kind of data (faults F16).
 * Null if the failure is not such a refusal.
 */
export function notAvailable({ singular }: Dataset, study: string, error: AppError): AppError | null {
  const status = refusedFirst(error);
  if (status === null) return null;
  const name = `${singular.charAt(0).toUpperCase()}${singular.slice(1)}s`;
  return new AppError(
    error.code,
    `${name} are not available for study ${study} (status ${status}). ${unchanged} If there should be any, ask the data provider.`,
    error,
  );
}
