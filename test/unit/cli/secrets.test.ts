import { expect, test } from 'vitest';
import { secretVariables } from '../../../src/core/platform/secret-variables.ts';
import { takeEnvironmentSecrets } from '../../../src/cli/secrets.ts';

test.each(Object.values(secretVariables))('takes every secret out of the environment: %s', (name) => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', [name]: 'a secret' };
  expect(Object.values(takeEnvironmentSecrets(env)).filter((secret) => secret !== null)).toEqual(['a secret']);
  expect(env).toEqual({ PATH: '/bin' });
});
