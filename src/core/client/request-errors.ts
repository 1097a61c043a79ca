import { AppError } from '../../shared/errors.ts';

export const unchanged = 'What was mirrored is unchanged and readable.';

/** Codes of Node, OpenSSL and BoringSSL for a certificate or handshake that is not trusted. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)|SELF_SIGNED/;

/** Codes that say that no connection was made at all: another request to the same host would fare no better. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'CONNECT_DEADLINE',
]);

/** Whom a connection is made to. */
type Peer = 'service' | 'proxy';

/** Names a failed request: TLS, LIMIT, PROTOCOL or NETWORK; `host` without credentials or path. */
export function requestError(error: unknown, host: string, peer: Peer = 'service'): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const says = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    return new AppError(
      'TLS',
      `The certificate of the ${peer} ${host} ${says} by this computer's clock, which says ${new Date().toISOString()} (${code}). ${unchanged} Set the clock if it is wrong; else ask who runs the service or your network.`,
      error,
    );
  }
  if (tlsCode.test(code)) {
    return new AppError(
      'TLS',
      `The secure connection to the ${peer} ${host} is not trusted (${code}). ${unchanged} Ask who runs the service or your network; there is no way to go on regardless.`,
      error,
    );
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('LIMIT', `The ${peer} at ${host} sent larger headers than allowed (16 KiB). ${unchanged}`, error);
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new AppError('PROTOCOL', `The answer of the ${peer} at ${host} is not valid HTTP (${code}). ${unchanged}`, error);
  }
  const what = unreachable.has(code) ? 'could not be reached' : 'broke off the connection';
  return new AppError('NETWORK', `The ${peer} at ${host} ${what} (${code}). ${unchanged} Check the network and try again.`, error);
}

/** A deadline that passed; `CONNECT_DEADLINE` counts as unreachable. */
export function deadlineError(kind: 'connect' | 'idle' | 'total', host: string, milliseconds: number, peer: Peer = 'service'): AppError {
  const says = {
    connect: 'did not accept a connection',
    idle: 'sent nothing more',
    total: 'did not finish one answer',
  }[kind];
  const cause = Object.assign(new Error(`${kind} deadline`), { code: `${kind.toUpperCase()}_DEADLINE` });
  return new AppError(
    'NETWORK',
    `The ${peer} at ${host} ${says} within ${Math.round(milliseconds / 1000)} s. ${unchanged} Check the network and try again.`,
    cause,
  );
}

/** True where the error means that no connection to the host can be made now. */
export function isUnreachable(error: AppError): boolean {
  return error.code === 'NETWORK' && unreachable.has(codeOf(error.cause));
}

export function cancelled(): AppError {
  return new AppError('CANCELLED', `Cancelled. ${unchanged} Pages that were already read are kept, and the next sync goes on from there.`);
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  // Several addresses of one name were tried: the first reason stands for all.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'connection lost';
}
