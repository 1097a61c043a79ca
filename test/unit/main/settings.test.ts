import { afterEach, expect, test, vi } from 'vitest';
import { secretVariables } from '../../../src/core/platform/secret-variables.ts';
import { readStartSettings } from '../../../src/main/platform/settings.ts';

vi.mock('electron', () => ({ app: { commandLine: { getSwitchValue: () => '' } } }));

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([...Object.values(secretVariables), 'CARREL_DEMO_CLIENT_SECRET'])(
  'takes %s out of the environment, so that no other process gets it',
  (name) => {
    vi.stubEnv(name, 'a secret');
    expect(readStartSettings().passphrase).toBe(name === secretVariables.passphrase ? 'a secret' : null);
    expect(process.env).not.toHaveProperty(name);
  },
);

test('leaves variables that are not secret in the environment', () => {
  vi.stubEnv('CARREL_DATA_DIR', '/somewhere');
  expect(readStartSettings().dataDir).toBe('/somewhere');
  expect(process.env).toHaveProperty('CARREL_DATA_DIR', '/somewhere');
});
