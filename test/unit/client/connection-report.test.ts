import { expect, test } from 'vitest';
import { connectionReport } from '../../../src/core/client/connection-report.ts';
import type { Connection, TestStep } from '../../../src/shared/connection.ts';

const connection: Connection = {
  baseUrl: 'https://research.example.org/tenant',
  partnerId: '0417',
  clientId: 'abcdefghi',
  tokenStyle: 'body',
  demo: false,
};

function report(over: Partial<Connection> = {}, steps: readonly TestStep[] = [], notes = new Map<TestStep['step'], string>()): string {
  return connectionReport({ connection: { ...connection, ...over }, study: '22-001', version: '1.2.3' }, steps, notes);
}

test('has a line for each step, with its note', () => {
  const step = (name: TestStep['step'], state: TestStep['state'], took: number): TestStep => ({
    ...{ step: name, state, took },
    says: 'not repeated',
    code: null,
  });
  const steps = [step('dns', 'ok', 7), step('tls', 'failed', 1234), step('study', 'skipped', 0)];
  expect(report({}, steps, new Map([['tls', 'TLS']])).split('\n')).toEqual([
    'carrel 1.2.3 · connection test',
    'dns     ok           7 ms',
    'tls     failed    1234 ms  TLS',
    'study   skipped      0 ms  Group researchstudy=22-001',
    'partner 0417   client abcd…ghi   token parameters in body   secret [redacted]',
  ]);
});

test.each([
  ['12345678', '1…'],
  ['123456789', '1234…789'],
  ['x', 'x…'],
])('shortens the client id %s to %s', (clientId, shown) => {
  expect(report({ clientId })).toContain(`client ${shown} `);
});

test.each<[Partial<Connection>, string]>([
  [{}, 'token parameters in body   secret'],
  [{ tokenStyle: 'basic', scope: 'a b' }, 'token parameters in basic   scope a b   secret'],
  [{ scope: '' }, 'scope none   secret'],
  [{ audience: 'api' }, 'token parameters in body   audience api   secret'],
  [{ tokenUrl: 'https://login.example:8443/tenant-7/token' }, 'token address at login.example:8443   secret'],
  [{ tokenUrl: 'not an address' }, 'token address at nowhere   secret'],
])('says how a token is requested by %j, without the path of its address', (over, says) => {
  expect(report(over)).toContain(says);
  expect(report(over)).not.toContain('tenant');
});
