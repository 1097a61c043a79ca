import { expect, test } from 'vitest';
import { hostOf } from '../../../src/shared/call-hosts.ts';
import { contract, type CallName } from '../../../src/shared/contract.ts';

test('the page asks the host that the contract declares for each call', () => {
  for (const [name, { host }] of Object.entries(contract)) expect(hostOf(name as CallName), name).toBe(host);
});
