import { errorAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import type { Credentials } from './credentials.ts';
import type { TokenBook } from './tokens.ts';

/**
 * Checks the two headers of a data request (spec 4, 5.2); `null` when they are good. What a wrong one is answered with
 * is not shown (spec 7). The sandbox says 401 to a wrong or missing partner id too: like a wrong token it is a matter of
 * who asks, and 403 is kept for what a known partner may not see.
 */
export function refuseCaller(request: SandboxRequest, credentials: Credentials, tokens: TokenBook): SandboxAnswer | null {
  const [scheme, token] = (request.headers['authorization'] ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || token === undefined || tokens.state(token) !== 'good') {
    return errorAnswer(401, 'invalid_token', 'The access token is missing, unknown or expired.');
  }
  const partner = request.headers['x-partnerid'];
  if (partner === undefined) return errorAnswer(401, 'missing_partner', 'The header x-partnerid is required.');
  if (partner !== credentials.partnerId) return errorAnswer(401, 'unknown_partner', 'The partner id does not go with the token.');
  return null;
}

/** Access is granted per study (spec 1.3); a study that does not exist is answered like one without access. */
export function refuseStudy(study: string, granted: readonly string[]): SandboxAnswer | null {
  return granted.includes(study) ? null : errorAnswer(403, 'study_not_authorized', 'There is no access to this study.');
}
