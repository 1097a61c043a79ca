import { expect, test } from 'vitest';
import { hostOf } from '../../../src/shared/call-hosts.ts';
import { contract, type CallName } from '../../../src/shared/contract.ts';

test('each call goes to the host that the contract declares', () => {
  for (const [name, { host }] of Object.entries(contract)) expect(hostOf(name as CallName), name).toBe(host);
});
