import { afterEach, beforeEach, expect, test } from 'vitest';
import { testConnection } from '../../../src/core/client/test-connection.ts';
import type { Connection } from '../../../src/shared/connection.ts';
import { startPartnerService, type PartnerService } from './partner-service.ts';

let partner: PartnerService;
beforeEach(async () => {
  partner = await startPartnerService();
});
afterEach(() => {
  partner.close();
});

async function tested(over: Partial<Connection> = {}) {
  const connection = {
    baseUrl: partner.baseUrl,
    partnerId: '0417',
    clientId: 'abcdefghi',
    tokenStyle: 'body',
    demo: false,
    ...over,
  } as const;
  const { steps, report, proxyAsks } = await testConnection({ connection, secret: 's', study: '22-001', version: '1.2.3' });
  return { steps, report, proxyAsks, says: steps.map(({ state, says }) => `${state}: ${says}`), states: steps.map(({ state }) => state) };
}

test('tells what each step found, and reports it without the secret', async () => {
  const { steps, says, report, proxyAsks } = await tested();
  expect(says).toEqual([
    'ok: The address is a number, so there is no name to look up.',
    'skipped: Not needed: the service is on this computer.',
    'ok: The service accepted your id and secret for 60 minutes.',
    'ok: Study 22-001 is open to you.',
  ]);
  expect(steps.map(({ step, code }) => [step, code])).toEqual([
    ['dns', null],
    ['tls', null],
    ['token', null],
    ['study', null],
  ]);
  expect(proxyAsks).toBeNull();
  expect(report.replaceAll(/ +\d+ ms/g, ' _ ms')).toBe(
    [
      'carrel 1.2.3 · connection test',
      'dns     ok _ ms  address',
      'tls     skipped _ ms  loopback',
      'token   ok _ ms  lifetime 3600',
      'study   ok _ ms  Group researchstudy=22-001',
      'partner 0417   client abcd…ghi   token parameters in body   secret [redacted]',
    ].join('\n'),
  );
});

test('looks up a name', async () => {
  const { says } = await tested({ baseUrl: partner.baseUrl.replace('127.0.0.1', 'localhost') });
  expect(says[0]).toMatch(/^ok: The address resolves to (?:one server|\d servers)\.$/);
});

test('fails at a name that nobody has, and skips the other steps', async () => {
  const { steps, states, says } = await tested({ baseUrl: 'https://research.invalid' });
  expect(states).toEqual(['failed', 'skipped', 'skipped', 'skipped']);
  expect(steps[0]).toMatchObject({
    code: 'NETWORK',
    says: expect.stringMatching(/^The service at research\.invalid could not be reached/),
  });
  expect(says[3]).toBe('skipped: Not tried, because an earlier step failed.');
  expect(steps[3]).toMatchObject({ took: 0, code: null });
});

test.each([
  [119, '119 seconds'],
  [120, '2 minutes'],
  [149, '2 minutes'],
  [150, '3 minutes'],
])('tells a lifetime of %i s as %s', async (expires_in, span) => {
  partner.token = { ...partner.token, expires_in };
  expect((await tested()).says[2]).toContain(` for ${span}.`);
});

test('names the host of a token endpoint elsewhere', async () => {
  const other = await startPartnerService();
  const { says } = await tested({ tokenUrl: `${other.baseUrl}/token` });
  other.close();
  expect(says[2]).toBe(`ok: The token endpoint at ${new URL(other.baseUrl).host} accepted your id and secret for 60 minutes.`);
});

test('fails at a token that is refused, and says what it is about without mentioning an earlier copy', async () => {
  partner.token = { error: 'invalid_scope' };
  const { steps, states, report } = await tested();
  expect(states).toEqual(['ok', 'skipped', 'failed', 'skipped']);
  expect(steps[2]).toMatchObject({ code: 'AUTH', about: 'scope', says: expect.not.stringContaining('Mirrored') });
  expect(report).toMatch(/token +failed +\d+ ms +AUTH/);
});

test('fails at a study that is not open', async () => {
  partner.answer = (_request, response) => response.writeHead(403).end();
  const { steps, states } = await tested();
  expect(states).toEqual(['ok', 'skipped', 'ok', 'failed']);
  expect(steps[3]).toMatchObject({ code: 'FORBIDDEN' });
});

test('fails at once at an address that cannot be one', async () => {
  const { steps } = await tested({ baseUrl: 'http://research.example.org' });
  expect(steps[0]).toMatchObject({ state: 'failed', code: 'USAGE' });
  expect(partner.heard).toEqual([]);
});
