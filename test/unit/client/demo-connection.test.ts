import { expect, test } from 'vitest';
import { isDemoConnection } from '../../../src/core/client/demo-connection.ts';

test.each([
  ['http://127.0.0.1:8787', 'DEMO-PARTNER', true],
  ['http://localhost:8787', 'DEMO-PARTNER', true],
  ['https://research.example.org', 'DEMO-PARTNER', false],
  ['http://127.0.0.1:8787', '0417', false],
])('a connection to %s as %s is a demo: %s', (baseUrl, partnerId, expected) => {
  expect(isDemoConnection({ baseUrl, partnerId })).toBe(expected);
});
