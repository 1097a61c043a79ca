import { AppError } from '../../shared/errors.ts';
import { RefusedToken } from './refused-token.ts';
import { unchanged } from './request-errors.ts';

/** TLS alerts about a client certificate that was shown or missing (RFC 8446, 6.2), by number. */
const alerts: ReadonlyMap<number, string> = new Map([
  [40, 'handshake_failure'],
  [42, 'bad_certificate'],
  [43, 'unsupported_certificate'],
  [44, 'certificate_revoked'],
  [45, 'certificate_expired'],
  [46, 'certificate_unknown'],
  [48, 'unknown_ca'],
  [49, 'access_denied'],
  [116, 'certificate_required'],
]);

/**
 * AUTH for a TLS alert about the client certificate; null for any other failure. `isShown`: whether a certificate was available to show.
 */
export function certificateWanted(error: unknown, host: string, isShown: boolean): AppError | null {
  if (error instanceof AppError) return null;
  const name = alerts.get(alertIn(error));
  if (name === undefined) return null;
  // TLS 1.2 has no alert of its own for a missing certificate.
  const orElse = name === 'handshake_failure' ? ' Another possible cause: it supports no currently secure version of TLS.' : '';
  return wanted(host, `TLS alert ${name}`, isShown, orElse, error);
}

/** The number of a TLS alert, which OpenSSL and BoringSSL both put into the message; the code is EPROTO for many of them. */
function alertIn(error: unknown): number {
  return error instanceof Error ? Number(/\bSSL alert number (\d+)/.exec(error.message)?.[1]) : Number.NaN;
}

/** Statuses that may come with a page asking for a client certificate: nginx sends 400, IIS and Apache 403. */
export function mayWantCertificate(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}

/** Whether an answer asks for a client certificate. 495 and 496 are specific to nginx. */
export function answerWantsCertificate({ status, body }: { readonly status: number; readonly body: Buffer }): boolean {
  if (status === 495 || status === 496) return true;
  return mayWantCertificate(status) && /\b(client|SSL)[ -]certificate\b/i.test(body.toString('latin1'));
}

/** AUTH for an answer that asks for a client certificate. */
export function certificateRefusal(host: string, status: number, isShown: boolean): AppError {
  return wanted(host, `status ${status}`, isShown, '');
}

function wanted(host: string, how: string, isShown: boolean, more: string, cause?: unknown): AppError {
  const says = isShown
    ? `The gateway at ${host} does not accept the client certificate (${how}).${more} ${unchanged} Ask who runs it which certificates it accepts.`
    : `The gateway at ${host} requires a client certificate (${how}).${more} ${unchanged} Connect with the certificate you were given: --client-certificate and --client-key, or Advanced in the window.`;
  return new RefusedToken('certificate', says, cause);
}
