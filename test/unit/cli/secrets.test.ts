import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { secretVariables } from '../../../src/core/platform/secret-variables.ts';
import { readSecrets, takeEnvironmentSecrets } from '../../../src/cli/secrets.ts';

test.each(Object.values(secretVariables))('takes every secret out of the environment: %s', (name) => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', [name]: 'a secret' };
  expect(Object.values(takeEnvironmentSecrets(env)).filter((secret) => secret !== null)).toEqual(['a secret']);
  expect(env).toEqual({ PATH: '/bin' });
});

test('does not read a byte order mark from a shell’s pipe as part of a secret', async () => {
  const stdin = Readable.from([Buffer.from('\uFEFFa phrase of words\r\nthe secret\r\n')]);
  const asked = { passphraseFromStdin: true, clientSecretFromStdin: true };
  expect(await readSecrets(takeEnvironmentSecrets({}), asked, stdin)).toMatchObject({
    passphrase: 'a phrase of words',
    clientSecret: 'the secret',
  });
});
