import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../../../src/core/client/http.ts';
import { judgeTokenAnswer } from '../../../src/core/client/token-refusal.ts';

/** Text of a body that may not be repeated; only error codes from the list may. */
const canary = 'canary-body-text';

function answer(status: number, body: string, headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers, arrived: 0, body: Buffer.from(body), release: () => undefined };
}

function judge(given: HttpAnswer, showsCertificate = false) {
  const failure = judgeTokenAnswer(given, { host: 'login.example', showsCertificate, isNamed: false });
  const message = failure?.error.message ?? '';
  expect(message).not.toContain(canary);
  return { code: failure?.error.code ?? null, retry: failure?.retry ?? null, message, retryAfter: failure?.retryAfter ?? null };
}

const json = (fields: object): string => JSON.stringify({ error_description: canary, error_uri: canary, ...fields });

describe('an error code of the token endpoint', () => {
  test.each([
    ['invalid_request', 400, /--token-auth, --scope and --audience/],
    ['invalid_client', 401, /client id and the secret, and how the client proves itself \(--token-auth basic/],
    ['invalid_client', 400, /--token-auth basic/],
    ['invalid_grant', 400, /--token-auth basic/],
    ['unauthorized_client', 400, /allow the client credentials grant/],
    ['unsupported_grant_type', 400, /--token-url/],
    ['unsupported_response_type', 400, /--token-url/],
    ['invalid_scope', 400, /connect with --scope/],
    ['invalid_target', 400, /connect with --audience/],
    ['access_denied', 403, /open the service for your client id/],
    ['invalid_client', 404, /--token-auth basic/],
    ['invalid_client', 200, /--token-auth basic/],
  ])('%s with %i is AUTH, and is named with fitting advice', (code, status, advice) => {
    const judged = judge(answer(status, json({ error: code })));
    expect(judged).toMatchObject({ code: 'AUTH', retry: 'never' });
    expect(judged.message).toContain(`(${code}, status ${status})`);
    expect(judged.message).toMatch(advice);
  });

  test.each([
    ['temporarily_unavailable', 400],
    ['temporarily_unavailable', 503],
    ['server_error', 500],
    ['server_error', 400],
  ])('%s with %i is SERVER, and is named and retried', (code, status) => {
    const judged = judge(answer(status, json({ error: code }), { 'retry-after': '7' }));
    expect(judged).toMatchObject({ code: 'SERVER', retry: 'request', retryAfter: 7 });
    expect(judged.message).toContain(`(${code}, status ${status})`);
  });

  test.each([[canary], ['toString'], ['__proto__'], ['invalid_client '], [7], [null]])(
    'that is not in the list is not repeated: %j',
    (error) => {
      const judged = judge(answer(400, json({ error })));
      expect(judged).toMatchObject({ code: 'AUTH', retry: 'never' });
      expect(judged.message).toContain('names no error code of OAuth (status 400)');
    },
  );

  test('is also read from the Bearer challenge of a 401', () => {
    const challenge = { 'www-authenticate': `Bearer realm="${canary}", error="invalid_client", error_description="${canary}"` };
    expect(judge(answer(401, '', challenge)).message).toContain('(invalid_client, status 401)');
    expect(judge(answer(401, '', { 'www-authenticate': `Basic error="${canary}"` })).message).toContain('gateway');
  });
});

describe('an answer without an error code', () => {
  test.each([
    [400, '<html><h1>400 Bad Request</h1><center>No required SSL certificate was sent</center></html>'],
    [400, '<html><center>The SSL certificate error</center></html>'],
    [403, `<p>The page requires a client certificate. ${canary}</p>`],
    [495, ''],
    [496, ''],
  ])('%i with a page that requires a client certificate is reported as such', (status, page) => {
    const judged = judge(answer(status, page));
    expect(judged).toMatchObject({ code: 'AUTH', retry: 'never' });
    expect(judged.message).toContain(`The gateway at login.example requires a client certificate (status ${status}).`);
    expect(judged.message).toContain('--client-certificate and --client-key');
    expect(judge(answer(status, page), true).message).toContain('does not accept the client certificate');
  });

  test.each([
    [401, `<html>${canary}</html>`],
    [403, `<html>${canary}</html>`],
    [403, ''],
    [400, canary],
    [401, '[]'],
  ])('%i without a JSON object is reported as a gateway’s: %j', (status, body) => {
    const judged = judge(answer(status, body));
    expect(judged).toMatchObject({ code: 'AUTH', retry: 'never' });
    expect(judged.message).toContain(`A gateway at login.example refused the token request without an OAuth error code (status ${status})`);
  });

  test.each([
    [200, 'anything', null, null],
    [302, '', 'SECURITY', 'never'],
    [404, '<html>', 'PROTOCOL', 'never'],
    [407, '', 'NETWORK', 'never'],
    [429, '', 'RATE', 'request'],
    [500, json({ error: 'invalid_client' }), 'SERVER', 'request'],
    [503, '<html>', 'SERVER', 'request'],
  ])('%i is judged as for data', (status, body, code, retry) => {
    expect(judge(answer(status, body))).toMatchObject({ code, retry });
  });

  test('with a token is accepted, whatever stands beside it', () => {
    expect(judge(answer(200, '{"access_token":"a","error":"invalid_client"}')).code).toBeNull();
  });
});
