import * as oauth from 'oauth4webapi';
import { AppError } from '../../shared/errors.ts';
import { usualScope, type Connection } from '../../shared/connection.ts';
import { isLoopback } from './base-url.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { Http, HttpAnswer } from './http.ts';
import { namedTokenAddress, unchanged } from './request-errors.ts';
import { failureOf, withRetries, type Failure, type RetryRules, type Try } from './retry.ts';
import { judgeTokenAnswer } from './token-refusal.ts';
import { assertToken, lifetimeOf, readTokenFields, renewAfter } from './token-response.ts';

/** Most bytes read; a token object has a few hundred. */
const tokenBytes = 4 * 1024 * 1024;

export interface AccessToken {
  readonly value: string;
  /** Seconds, counted from the request. */
  readonly lifetime: number;
  /** Whether its lifetime has passed. */
  readonly isOver: () => boolean;
}

/** A token as issued by the service. */
type Issued = Omit<AccessToken, 'isOver'>;

/** Holds the one access token of a run, in memory only. */
export interface TokenSource {
  /**
   * Returns a token that stays valid for a while; requests one if there is none, once for all waiting callers. Throws AUTH, PROTOCOL and
   * errors of a request.
   */
  get(): Promise<AccessToken>;
  /** Returns another token instead of `refused`, unless it was renewed already. */
  renew(refused: string): Promise<AccessToken>;
}

export interface TokenOptions {
  /** The address of token requests; the secret is sent nowhere else. */
  readonly url: URL;
  readonly connection: Connection;
  readonly secret: string;
  readonly http: Http;
  /** Whether `http` shows a client certificate to a service that asks for one. */
  readonly showsCertificate?: boolean;
  readonly budget: ByteBudget;
  readonly rules: RetryRules;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

export function createTokenSource(options: TokenOptions): TokenSource {
  const clock = options.clock ?? (() => performance.now());
  let current: { readonly token: AccessToken; readonly until: number } | null = null;
  let asking: Promise<AccessToken> | null = null;
  const ask = (): Promise<AccessToken> => {
    asking ??= obtain().finally(() => {
      asking = null;
    });
    return asking;
  };
  const obtain = async (): Promise<AccessToken> => {
    const askedAt = clock();
    const issued = await requestToken(options);
    const token = { ...issued, isOver: () => clock() >= askedAt + issued.lifetime * 1000 };
    current = { token, until: askedAt + renewAfter(token.lifetime) * 1000 };
    return token;
  };
  return {
    get: async () => (current !== null && clock() < current.until ? current.token : ask()),
    renew: async (refused) => (current !== null && current.token.value !== refused ? current.token : ask()),
  };
}

/** The client credentials grant (spec 5.3). Retried like a page if the service fails, never if it refuses. */
async function requestToken(options: TokenOptions): Promise<Issued> {
  return withRetries(
    () => tryToken(options),
    async () => undefined,
    options.rules,
  );
}

async function tryToken(options: TokenOptions): Promise<Try<Issued>> {
  const refusal: { failure: Failure | null } = { failure: null };
  const { url, connection, secret } = options;
  const server = { issuer: url.origin, token_endpoint: url.href };
  const client = { client_id: connection.clientId };
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      connection.tokenStyle === 'basic' ? basicAuth(secret) : oauth.ClientSecretPost(secret),
      parametersOf(connection),
      {
        // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out: plain http is for this computer only
        [oauth.allowInsecureRequests]: isLoopback(url),
        [oauth.customFetch]: async (_url, { body, headers }) => {
          const answer = await sendParameters(options, body, headers);
          refusal.failure = judgeTokenAnswer(answer, {
            host: url.host,
            showsCertificate: options.showsCertificate ?? false,
            isNamed: isNamed(connection),
          });
          if (refusal.failure !== null) throw refusal.failure.error;
          return new Response(JSON.stringify(readTokenFields(answer.body)), { headers: { 'content-type': 'application/json' } });
        },
      },
    );
    const granted = await oauth.processClientCredentialsResponse(server, client, response);
    if (granted.token_type !== 'bearer') throw new TypeError('token_type');
    assertToken(granted.access_token);
    return { ok: true, value: { value: granted.access_token, lifetime: lifetimeOf(granted.expires_in) } };
  } catch (error: unknown) {
    return refusal.failure === null ? misunderstood(error, connection) : { ok: false, failure: refusal.failure };
  }
}

/** The interface's own scope (spec 5.3), or what the connection sets for a gateway in front of the service. */
function parametersOf({ scope = usualScope, audience }: Connection): Record<string, string> {
  return { ...(scope === '' ? {} : { scope }), ...(audience === undefined ? {} : { audience }) };
}

/**
 * HTTP Basic with id and secret form-encoded (RFC 6749, 2.3.1). oauth4webapi also encodes `-._`; many endpoints compare without decoding
 * and then refuse every id that is a UUID.
 */
function basicAuth(secret: string): oauth.ClientAuth {
  const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
  return (_server, { client_id: id }, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encoded(id)}:${encoded(secret)}`)}`);
  };
}

/** The interface shows the parameters in the body but lists them as query parameters (spec 5.4), so a setting decides. */
async function sendParameters(
  options: TokenOptions,
  parameters: URLSearchParams,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const inBody = options.connection.tokenStyle !== 'query';
  const url = new URL(options.url);
  if (!inBody) for (const [name, value] of parameters) url.searchParams.append(name, value);
  const answer = await options.http.send({
    method: 'POST',
    url,
    peer: isNamed(options.connection) ? 'token endpoint' : 'service',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: inBody ? parameters.toString() : '',
    limit: tokenBytes,
    readsRefusal: () => true,
    budget: options.budget,
    signal: options.rules.signal,
  });
  answer.release();
  return answer;
}

/** Whether the connection names the token address, instead of deriving it from the service's. */
function isNamed({ tokenUrl }: Connection): boolean {
  return tokenUrl !== undefined;
}

/**
 * A token request with an unexpected answer is not repeated, because the answer may be a sign-in page (faults F01). The cause is omitted,
 * because it contains the token.
 */
function misunderstood(error: unknown, connection: Connection): Try<never> {
  if (error instanceof AppError && error.code !== 'PROTOCOL') return failureOf(error);
  const message = `The token endpoint did not issue a bearer token as the interface describes it. ${unchanged} Check ${isNamed(connection) ? namedTokenAddress : 'the service address'}.`;
  return {
    ok: false,
    failure: { error: error instanceof AppError ? error : new AppError('PROTOCOL', message), retry: 'never', retryAfter: null },
  };
}
