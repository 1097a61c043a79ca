import { expect, test } from 'vitest';
import { takeEnvironmentSecrets } from '../../../src/cli/secrets.ts';

const names = [
  'CARREL_PASSPHRASE',
  'CARREL_CLIENT_SECRET',
  'CARREL_PACK_PASSPHRASE',
  'CARREL_EXPORT_PASSPHRASE',
  'CARREL_CLIENT_KEY_PASSPHRASE',
  'CARREL_PROXY_USER',
  'CARREL_PROXY_PASSWORD',
];

test.each(names)('takes every secret out of the environment: %s', (name) => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', [name]: 'a secret' };
  expect(Object.values(takeEnvironmentSecrets(env)).filter((secret) => secret !== null)).toEqual(['a secret']);
  expect(env).toEqual({ PATH: '/bin' });
});
