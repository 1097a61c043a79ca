import type { RefusedPart } from '../../shared/connection.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { answerWantsCertificate, certificateRefusal } from './certificate-wanted.ts';
import type { HttpAnswer } from './http.ts';
import { RefusedToken } from './refused-token.ts';
import { namedTokenAddress, unchanged } from './request-errors.ts';
import { retryAfterOf, type Failure } from './retry.ts';
import { adviceFor, judgeStatus } from './status-policy.ts';
import { parseObject } from './token-response.ts';

/** What the message says about an error code, and what a person can do about it. */
interface Meaning {
  readonly about: RefusedPart;
  readonly says: string;
  readonly advice: string;
}

const proof =
  'Check the client id and the secret, and how the client proves itself (--token-auth basic, or Advanced in the window), and connect again.';
const askProvider = 'Ask the data provider';

/** The error codes of token endpoints that are named in messages: RFC 6749 (4.1.2.1, 5.2) and RFC 8707. */
const refusals = {
  invalid_request: {
    about: 'gateway',
    says: 'does not understand the request',
    advice: `Check --token-auth, --scope and --audience. ${askProvider} what it expects.`,
  },
  invalid_client: { about: 'client', says: 'does not accept the client', advice: proof },
  invalid_grant: { about: 'client', says: 'does not accept these credentials', advice: proof },
  unauthorized_client: {
    about: 'client',
    says: 'does not let this client ask for tokens in this way',
    advice: `${askProvider} to allow the client credentials grant for your client id.`,
  },
  unsupported_grant_type: {
    about: 'address',
    says: 'does not offer the client credentials grant',
    advice: `Check the token address (--token-url). ${askProvider} which one is meant.`,
  },
  unsupported_response_type: {
    about: 'address',
    says: 'is no token endpoint',
    advice: `Check the token address (--token-url). ${askProvider} which one is meant.`,
  },
  invalid_scope: {
    about: 'scope',
    says: 'does not know the scope, or does not grant it',
    advice: `${askProvider} for the scope of your client id, and connect with --scope.`,
  },
  invalid_target: {
    about: 'audience',
    says: 'does not issue tokens for this service',
    advice: `${askProvider} for the audience, and connect with --audience.`,
  },
  access_denied: { about: 'client', says: 'denies the access', advice: `${askProvider} to open the service for your client id.` },
} as const satisfies Record<string, Meaning>;

/** Codes for a temporary failure of the endpoint: retried, like a status from 500 on. */
const passing: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

interface Asked {
  /** Host of the token endpoint. */
  readonly host: string;
  /** Whether a client certificate was available to show. */
  readonly showsCertificate: boolean;
  /** Whether the connection names the address, instead of deriving it from the service's. */
  readonly isNamed: boolean;
}

/**
 * Returns why an answer of the token endpoint is not a token: by its error code, a request for a client certificate, a gateway's page, or
 * the status alone. Null if it may be a token. Nothing of a body is ever shown except a code of this list.
 */
export function judgeTokenAnswer(answer: HttpAnswer, asked: Asked): Failure | null {
  const { status } = answer;
  const adviceOn = (code: ErrorCode): string => adviceFor(code, asked.isNamed ? namedTokenAddress : undefined);
  const fields = parseObject(answer.body);
  const code = codeIn(fields) ?? challengeCode(answer);
  // Some endpoints answer 200 to everything.
  if (status === 200 && (code === null || fields?.['access_token'] !== undefined)) return null;
  if (code !== null && passing.has(code))
    return failure(answer, 'SERVER', 'request', `fails for now (${code}, status ${status})`, adviceOn('SERVER'));
  const general = status === 200 ? null : judgeStatus(status);
  // Not related to credentials: a redirect, a proxy, a limit, an internal failure.
  if (general !== null && (status < 400 || status >= 500 || status === 407 || status === 429))
    return failure(answer, general.code, general.retry, `${general.says} (status ${status})`, adviceOn(general.code));
  if (isNamed(code)) {
    const { about, says, advice } = refusals[code];
    return refusal(about, `The token endpoint ${says} (${code}, status ${status}). ${unchanged} ${advice}`);
  }
  if (answerWantsCertificate(answer)) {
    const error = certificateRefusal(asked.host, status, asked.showsCertificate);
    return { error, retry: 'never', retryAfter: null };
  }
  if (status !== 400 && status !== 401 && status !== 403)
    return general === null
      ? null
      : failure(answer, general.code, general.retry, `${general.says} (status ${status})`, adviceOn(general.code));
  if (fields === null) return gatewayRefusal(status, asked.host);
  return refusal(
    'client',
    `The token endpoint refused the request, and names no error code of OAuth (status ${status}). ${unchanged} ${proof}`,
  );
}

/** Not a token endpoint: those answer in JSON (RFC 6749, 5.2). */
function gatewayRefusal(status: number, host: string): Failure {
  return refusal(
    'gateway',
    `A gateway at ${host} refused the token request without an OAuth error code (status ${status}), as no token endpoint does. ${unchanged} Check the token address, and ask who runs the gateway what it wants: a client certificate, another way to prove the client (--token-auth basic), or a network that it knows.`,
  );
}

function refusal(about: RefusedPart, message: string): Failure {
  return { error: new RefusedToken(about, message), retry: 'never', retryAfter: null };
}

function failure(answer: HttpAnswer, code: ErrorCode, retry: Failure['retry'], says: string, advice: string): Failure {
  return { error: new AppError(code, `The token endpoint ${says}. ${unchanged} ${advice}`), retry, retryAfter: retryAfterOf(answer) };
}

type Named = keyof typeof refusals;

function isNamed(code: string | null): code is Named {
  return code !== null && Object.hasOwn(refusals, code);
}

function codeIn(fields: Record<string, unknown> | null): string | null {
  const error = fields?.['error'];
  return typeof error === 'string' && (Object.hasOwn(refusals, error) || passing.has(error)) ? error : null;
}

/** RFC 6750, 3.1: some endpoints send the code only in the header. */
function challengeCode({ headers }: HttpAnswer): string | null {
  const [, error = ''] = /\berror="([a-z_]{1,40})"/.exec(headers['www-authenticate'] ?? '') ?? [];
  return codeIn({ error });
}
