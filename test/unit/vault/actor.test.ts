import { userInfo } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { currentActor } from '../../../src/core/vault/audit/actor.ts';

vi.mock('node:os', { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
});

/** As on a system that has no entry for the account. */
function withoutName(): void {
  vi.mocked(userInfo).mockImplementation(() => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  });
}

test('the audit trail names the account', () => {
  expect(currentActor()).toBe(userInfo().username);
});

test.skipIf(process.getuid === undefined)('an account without a name is named by its number', () => {
  withoutName();
  expect(currentActor()).toBe(`uid ${String(process.getuid?.())}`);
});

test('an account of a system without numbers is unknown', () => {
  withoutName();
  vi.stubGlobal('process', { ...process, getuid: undefined });
  expect(currentActor()).toBe('unknown');
  vi.unstubAllGlobals();
});
