import type { RefusedPart } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';

/** AUTH that says what of the connection was refused. */
export class RefusedToken extends AppError {
  readonly about: RefusedPart;

  constructor(about: RefusedPart, message: string, cause?: unknown) {
    super('AUTH', message, cause);
    this.about = about;
  }
}
