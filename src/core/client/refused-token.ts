import type { RefusedPart } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';

/** AUTH that names the refused part of the connection. */
export class RefusedToken extends AppError {
  readonly about: RefusedPart;

  constructor(about: RefusedPart, message: string, cause?: unknown) {
    super('AUTH', message, cause);
    this.about = about;
  }
}
