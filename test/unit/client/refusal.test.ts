import { describe, expect, test } from 'vitest';
import { isMissingPage, refusalOf, refusedFirst } from '../../../src/core/client/refusal.ts';
import { AppError } from '../../../src/shared/errors.ts';

function refuse(status: number, { page = 1, doubted = false, body = '', headers = {} } = {}) {
  const url = new URL('https://research.example.org/api/Group?researchstudy=22-001');
  if (page > 1) url.searchParams.set('page', String(page));
  const asked = { address: { url, study: '22-001', category: null }, title: 'Subjects', showsCertificate: false };
  return refusalOf({ status, headers, arrived: 0, body: Buffer.from(body), release: () => undefined }, asked, doubted);
}

function errorOf(status: number, page = 1): AppError {
  return refuse(status, { page })?.error ?? new AppError('STORE', 'none');
}

describe('a refused page', () => {
  test.each([
    [403, 'The service gives this partner no access to the subjects of study 22-001 (status 403).'],
    [401, 'The service refused the access token for study 22-001 (status 401).'],
    [500, 'The service had an internal error (status 500).'],
  ])('with status %i says: %s', (status, says) => {
    expect(errorOf(status).message).toContain(says);
  });

  test.each([
    [401, false, 'renew'],
    [401, true, 'never'],
    [429, false, 'request'],
    [429, true, 'request'],
    [403, true, 'never'],
  ])('with status %i (doubted token: %s) is retried: %s', (status, doubted, retry) => {
    expect(refuse(status, { doubted })?.retry).toBe(retry);
  });

  test('carries the wait that the service asked for', () => {
    expect(refuse(503, { headers: { 'retry-after': '9' } })?.retryAfter).toBe(9);
    expect(refuse(503)?.retryAfter).toBeNull();
  });

  test.each([
    [403, false, true],
    [401, false, false],
    [401, true, true],
    [200, true, false],
  ])('with status %i (doubted token: %s) and a page about a client certificate asks for one: %s', (status, doubted, asks) => {
    const refusal = refuse(status, { doubted, body: 'a client certificate is required' });
    expect(refusal?.error.message.includes('requires a client certificate') ?? false).toBe(asks);
    if (asks) expect(refusal).toMatchObject({ retry: 'never', retryAfter: null });
  });

  test('with status 200 is none', () => {
    expect(refuse(200)).toBeNull();
  });
});

test.each([
  [404, true],
  [410, true],
  [403, false],
  [400, false],
])('status %i means that the page no longer exists: %s', (status, missing) => {
  expect(isMissingPage(errorOf(status, 2))).toBe(missing);
});

test('an error without a status is no missing page', () => {
  expect([isMissingPage(new AppError('PROTOCOL', 'x')), isMissingPage(errorOf(404).cause)]).toEqual([false, false]);
});

test.each([
  [403, 1, 403],
  [404, 1, 404],
  [410, 1, 410],
  [400, 1, null],
  [401, 1, null],
  [403, 2, null],
])('status %i for page %i refuses the whole search: %j', (status, page, expected) => {
  expect(refusedFirst(errorOf(status, page))).toBe(expected);
  expect(refusedFirst(new AppError('FORBIDDEN', 'x'))).toBeNull();
});
