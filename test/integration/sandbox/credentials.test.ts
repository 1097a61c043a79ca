import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTokenBook } from '../../../src/sandbox/tokens.ts';
import { DATA_PATH, searchPath, startService, tokenForm, TOKEN_PATH, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ subjects: 4 });
});
afterAll(() => service.sandbox.close());

const FORM = 'application/x-www-form-urlencoded';

function askToken(query: string, body: string | null, contentType = FORM): Promise<Response> {
  return fetch(service.baseUrl + TOKEN_PATH + query, {
    method: 'POST',
    body,
    headers: body === null ? {} : { 'content-type': contentType },
  });
}

describe('token endpoint', () => {
  test.each([
    ['form body', () => askToken('', String(tokenForm(service.sandbox)))],
    ['query parameters', () => askToken(`?${tokenForm(service.sandbox)}`, null)],
    ['form body with a charset', () => askToken('', String(tokenForm(service.sandbox)), `${FORM};charset=UTF-8`)],
  ])('gives a token with exactly five fields: %s', async (_style, ask) => {
    const answered = await ask();
    expect(answered.status).toBe(200);
    const token = (await answered.json()) as Record<string, unknown>;
    expect(Object.keys(token)).toEqual(['token_type', 'access_token', 'scope', 'expires_in', 'consented_on']);
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'full', expires_in: 3600 });
    expect(Number.isInteger(token['consented_on'])).toBe(true);
    const data = await service.get(searchPath('22-001', 'subjects'), {
      ...service.headers,
      authorization: `Bearer ${String(token['access_token'])}`,
    });
    expect(data.status).toBe(200);
  });

  test.each([
    ['client_id', 'someone', 'invalid_client'],
    ['client_secret', 'wrong', 'invalid_client'],
    ['grant_type', 'password', 'unsupported_grant_type'],
    ['scope', 'read', 'invalid_scope'],
  ])('refuses a wrong %s', async (name, value, error) => {
    const answered = await askToken('', String(tokenForm(service.sandbox, { [name]: value })));
    expect([answered.status, ((await answered.json()) as { error: string }).error]).toEqual([400, error]);
  });

  test.each(['client_id', 'client_secret', 'grant_type', 'scope'])('needs %s, once', async (name) => {
    const form = tokenForm(service.sandbox);
    const twice = `${form}&${name}=${form.get(name) ?? ''}`;
    form.delete(name);
    for (const body of [String(form), twice]) {
      const answered = await askToken('', body);
      expect([answered.status, ((await answered.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
    }
  });

  test('refuses another content type, GET and a huge body', async () => {
    expect((await askToken('', JSON.stringify(Object.fromEntries(tokenForm(service.sandbox))), 'application/json')).status).toBe(400);
    expect((await fetch(`${service.baseUrl}${TOKEN_PATH}?${tokenForm(service.sandbox)}`)).status).toBe(405);
    expect((await askToken('', `${tokenForm(service.sandbox)}&x=${'y'.repeat(20_000)}`)).status).toBe(413);
  });

  test('gives a different token each time', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => (await askToken('', String(tokenForm(service.sandbox)))).json()));
    expect(new Set(tokens.map((token) => (token as { access_token: string }).access_token)).size).toBe(3);
  });
});

test('a token expires by the given clock, and no earlier', () => {
  let now = 1000;
  const book = openTokenBook(60, () => now);
  const token = book.issue();
  now += 59_999;
  expect(book.state(token)).toBe('good');
  now += 1;
  expect(book.state(token)).toBe('expired');
});

describe('data requests', () => {
  const path = searchPath('22-001', 'labs');
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(service.headers).filter(([key]) => key !== name));

  test.each([
    ['no token', () => without('authorization'), 401],
    ['an unknown token', () => ({ ...service.headers, authorization: 'Bearer nonsense' }), 401],
    ['another scheme', () => ({ ...service.headers, authorization: `Basic ${service.headers['authorization']?.slice(7) ?? ''}` }), 401],
    ['no partner id', () => without('x-partnerid'), 401],
    ['a wrong partner id', () => ({ ...service.headers, 'x-partnerid': 'SOMEONE' }), 401],
    [
      'a lower-case scheme',
      () => ({ ...service.headers, authorization: service.headers['authorization']?.replace('Bearer', 'bearer') ?? '' }),
      200,
    ],
  ])('with %s', async (_what, headers, status) => {
    expect((await service.get(path, headers())).status).toBe(status);
  });

  test('with an expired token are refused', async () => {
    const brief = await startService({ expiresIn: 0, subjects: 1 });
    expect((await brief.get(searchPath('22-001', 'subjects'))).status).toBe(401);
    await brief.sandbox.close();
  });

  test.each([
    ['a study without access', 'Group?researchstudy=99-999', 403],
    ['no researchstudy', 'Group', 400],
    ['an empty researchstudy', 'Group?researchstudy=', 400],
    ['two researchstudies', 'Group?researchstudy=22-001&researchstudy=23-014', 400],
    ['no category', 'observation?researchstudy=22-001', 400],
    ['an unknown category', 'observation?researchstudy=22-001&category=imaging', 400],
    ['two categories', 'observation?researchstudy=22-001&category=laboratory&category=vital-signs', 400],
    ['page 0', 'Group?researchstudy=22-001&page=0', 400],
    ['a negative page', 'Group?researchstudy=22-001&page=-1', 400],
    ['a page that is not a number', 'Group?researchstudy=22-001&page=two', 400],
    ['two pages', 'Group?researchstudy=22-001&page=1&page=1', 400],
    ['a page after the last', 'Group?researchstudy=22-001&page=2', 404],
    ['an unknown resource', 'Patient?researchstudy=22-001', 404],
    ['a path below a resource', 'Group/1?researchstudy=22-001', 404],
  ])('%s is answered with a small JSON error', async (_what, query, status) => {
    const answered = await service.get(DATA_PATH + query);
    const text = await answered.text();
    expect(answered.status).toBe(status);
    expect(answered.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['error', 'message']);
    expect(text.length).toBeLessThan(200);
  });

  test('every search is a GET', async () => {
    const answered = await fetch(service.baseUrl + path, { method: 'POST', headers: service.headers });
    expect(answered.status).toBe(405);
  });

  test('other query parameters are ignored: optional filters exist, but the specification does not show them', async () => {
    expect((await service.get(`${path}&_count=1`)).status).toBe(200);
  });
});
