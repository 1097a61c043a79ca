import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secretVariables } from '../../../src/core/platform/secret-variables.ts';
import { readStartSettings } from '../../../src/main/platform/settings.ts';

/** The value of `--data-dir=` as Chromium parses it; null: the switch was not given. */
const given = vi.hoisted((): { folder: string | null } => ({ folder: null }));
vi.mock('electron', () => ({
  app: { commandLine: { hasSwitch: () => given.folder !== null, getSwitchValue: () => given.folder ?? '' } },
}));

const started = process.argv;
/** Whoever runs the tests may have set them for the command line. */
beforeEach(() => {
  for (const name of Object.values(secretVariables)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.argv = started;
  given.folder = null;
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
  expect(readStartSettings().dataDir).toBe(resolve('/somewhere'));
  expect(process.env).toHaveProperty('CARREL_DATA_DIR', '/somewhere');
});

test.each([
  [['--data-dir', '/a'], '', '/a'],
  [['--data-dir=/a'], '/a', '/a'],
  [[], null, '/b'],
])('with %j opens the folder named there rather than that of the variable', (args, folder, expected) => {
  vi.stubEnv('CARREL_DATA_DIR', '/b');
  process.argv = ['carrel', ...args];
  given.folder = folder;
  expect(readStartSettings().dataDir).toBe(resolve(expected));
});

test.each([[['--data-dir']], [['--data-dir', '']], [['--data-dir=']], [['--data-dir', '--disable-gpu']], [['-data-dir', '/a']]])(
  'does not start with %j, which names no folder, on another one',
  (args) => {
    vi.stubEnv('CARREL_DATA_DIR', '/b');
    process.argv = ['carrel', ...args];
    given.folder = '';
    expect(() => readStartSettings()).toThrow(/No folder follows --data-dir/);
  },
);
