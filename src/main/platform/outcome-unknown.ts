import type { NotedExport } from '../../core/vault/settings/noted-exports.ts';
import { AppError, reportOf } from '../../shared/errors.ts';

/** The process that writes a file ended after it was asked to rename the file and before it confirmed that. */
export class OutcomeUnknown extends AppError {
  constructor(what: string) {
    super(
      'EXPORT',
      `The ${what} was interrupted while its file was being renamed. Check whether the file is there, and try again if it is missing.`,
    );
  }
}

/** Records that no file was written. If the outcome is unknown, the folder shows whether there is a file. */
export function noteFailure(noted: NotedExport, error: unknown): void {
  if (error instanceof OutcomeUnknown) noted.ended();
  else noted.failed(reportOf(error).code);
}
