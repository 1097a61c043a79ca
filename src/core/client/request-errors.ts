import { AppError } from '../../shared/errors.ts';

export const unchanged = 'Mirrored data is unchanged and readable.';

/** Codes of Node, OpenSSL and BoringSSL for an untrusted certificate or failed handshake. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)|SELF_SIGNED/;

/** Codes that mean that a certificate has no trusted root: it is from an organisation's own authority, or unknown. */
const unknownIssuer = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
]);

const noWayOn = 'this check cannot be bypassed.';

/** Codes that mean that no connection was made: another request to the same host would fail too. */
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

/** The other end of a connection. `token endpoint`: one that the connection names. */
export type Peer = 'service' | 'proxy' | 'token endpoint';

/** What may be wrong if a named token endpoint fails. */
export const namedTokenAddress = 'the token address (--token-url, or Advanced in the window)';

/**
 * The certificate is outside its dates by this computer's clock, which may itself be wrong. `known`: a sentence about the service's clock
 * in an earlier run, or null.
 */
export class CertificateDates extends AppError {
  /** Returns the same error with what is known about the clocks. */
  readonly knowing: (known: string) => CertificateDates;

  constructor(code: 'CERT_HAS_EXPIRED' | 'CERT_NOT_YET_VALID', whose: string, known: string | null, cause: unknown) {
    const says = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    const reason = known ?? 'That clock may be wrong.';
    super(
      'TLS',
      `The certificate of the ${whose} ${says} by this computer's clock, which says ${new Date().toISOString()} (${code}). ${reason} ${unchanged} Set the clock if it is wrong; else ask who runs the service or your network; ${noWayOn}`,
      cause,
    );
    this.knowing = (sentence) => new CertificateDates(code, whose, sentence, cause);
  }
}

/** Converts the error of a failed request to TLS, LIMIT, PROTOCOL or NETWORK. `host` has no credentials or path. */
export function requestError(error: unknown, host: string, peer: Peer = 'service'): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return new CertificateDates(code, `${peer} ${host}`, null, error);
  if (tlsCode.test(code)) {
    const line = `The secure connection to the ${peer} ${host} is not trusted (${code})`;
    const says = unknownIssuer.has(code)
      ? `${line}: this computer does not know the authority that issued its certificate. ${unchanged} Your organisation may use its own certificate authority: ask its IT department for that certificate as a PEM file, and give it in Settings, Connection (command line: carrel connect with --extra-certificates FILE). Otherwise ask who runs the service`
      : `${line}. ${unchanged} Ask who runs the service or your network`;
    return new AppError('TLS', `${says}; ${noWayOn}`, error);
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('LIMIT', `The ${peer} at ${host} sent larger headers than allowed (16 KiB). ${unchanged}`, error);
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new AppError('PROTOCOL', `The answer of the ${peer} at ${host} is not valid HTTP (${code}). ${unchanged}`, error);
  }
  const what = unreachable.has(code) ? 'could not be reached' : 'broke off the connection';
  return new AppError('NETWORK', `The ${peer} at ${host} ${what} (${code}). ${unchanged} Check ${suspected(peer)} and try again.`, error);
}

function suspected(peer: Peer): string {
  return peer === 'token endpoint' ? `${namedTokenAddress} and the network` : 'the network';
}

/** The error of a missed deadline. `CONNECT_DEADLINE` counts as unreachable. */
export function deadlineError(kind: 'connect' | 'idle' | 'total', host: string, milliseconds: number, peer: Peer = 'service'): AppError {
  const says = {
    connect: 'did not accept a connection',
    idle: 'sent nothing more',
    total: 'did not finish one answer',
  }[kind];
  const cause = Object.assign(new Error(`${kind} deadline`), { code: `${kind.toUpperCase()}_DEADLINE` });
  return new AppError(
    'NETWORK',
    `The ${peer} at ${host} ${says} within ${Math.round(milliseconds / 1000)} s. ${unchanged} Check ${suspected(peer)} and try again.`,
    cause,
  );
}

/** True if the error means that no connection to the host can be made now. */
export function isUnreachable(error: AppError): boolean {
  return error.code === 'NETWORK' && unreachable.has(codeOf(error.cause));
}

export function cancelled(): AppError {
  return new AppError('CANCELLED', `Cancelled. ${unchanged} Pages that were already read are kept, and the next sync goes on from there.`);
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  // Several addresses of one name were tried: the first error represents all.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'connection lost';
}
