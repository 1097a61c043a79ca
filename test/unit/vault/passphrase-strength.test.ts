import { expect, test } from 'vitest';
import { assertStrongPassphrase } from '../../../src/core/platform/passphrase-strength.ts';

test.each(['a phrase for the stick', 'seven-grey-herons', 'Tr0ub4dor&3', 'kd93-fjw0!'])('accepts %s', async (passphrase) => {
  await expect(assertStrongPassphrase(passphrase, false, '')).resolves.toBeUndefined();
});

test.each(['', 'short', 'x9!Qv7', 'password', 'letmein!', 'qwertyuiop', '1234567', 'aaaaaaaaaaaa', 'passwordpassword'])(
  'refuses %j unless the user insists, and does not repeat it',
  async (passphrase) => {
    const refusal = assertStrongPassphrase(passphrase, false, ', or mean it');
    await expect(refusal).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(', or mean it.') });
    if (passphrase.length > 8) await expect(refusal).rejects.not.toMatchObject({ message: expect.stringContaining(passphrase) });
    await expect(assertStrongPassphrase(passphrase, true, '')).resolves.toBeUndefined();
  },
);
