import { errorAnswer, jsonAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import type { Credentials } from './credentials.ts';
import type { TokenBook } from './tokens.ts';

const PARAMETERS = ['client_id', 'client_secret', 'grant_type', 'scope'] as const;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Answers a token request (spec 5). The error codes are those of OAuth 2.0 (RFC 6749, 5.2), all with status 400. `lifetime`: seconds. */
export function answerToken(
  request: SandboxRequest,
  credentials: Credentials,
  tokens: TokenBook,
  lifetime: number = tokens.lifetimeSeconds,
): SandboxAnswer {
  if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', 'The token endpoint answers POST only.');
  const given = tokenParameters(request);
  const problem = tokenProblem(given, credentials);
  if (problem !== null) return errorAnswer(400, problem.error, problem.message);
  const token = {
    token_type: 'Bearer',
    access_token: tokens.issue(lifetime),
    scope: 'full',
    expires_in: lifetime,
    // The unit is not stated (spec 5.5); the sandbox counts seconds.
    consented_on: Math.floor(Date.now() / 1000),
  };
  return jsonAnswer(200, token, { 'cache-control': 'no-store' });
}

/** The specification lists query parameters and samples a form body (spec 5.4): both are taken, even mixed. */
function tokenParameters(request: SandboxRequest): URLSearchParams {
  const query = request.url.split('?')[1] ?? '';
  const form = (request.headers['content-type'] ?? '').toLowerCase().startsWith(FORM_TYPE) ? request.body : '';
  return new URLSearchParams([...new URLSearchParams(query), ...new URLSearchParams(form)]);
}

interface TokenProblem {
  readonly error: string;
  readonly message: string;
}

/** Why no token is given, or `null`. */
function tokenProblem(given: URLSearchParams, credentials: Credentials): TokenProblem | null {
  for (const name of PARAMETERS) {
    if (given.getAll(name).length !== 1) return { error: 'invalid_request', message: `${name} is required, once.` };
  }
  if (given.get('grant_type') !== 'client_credentials') {
    return { error: 'unsupported_grant_type', message: 'grant_type must be client_credentials.' };
  }
  if (given.get('scope') !== 'full') return { error: 'invalid_scope', message: 'scope must be full.' };
  const known = given.get('client_id') === credentials.clientId && given.get('client_secret') === credentials.clientSecret;
  return known ? null : { error: 'invalid_client', message: 'The client id or the client secret is not known.' };
}
