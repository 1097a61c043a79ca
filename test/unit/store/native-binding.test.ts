import { expect, test, vi } from 'vitest';
import { bindingEnvironment, nativeBinding } from '../../../src/core/store/database/native-binding.ts';

const variable = 'CARREL_NATIVE_BINDING';

test.each([
  ['unset', undefined, {}, {}],
  ['empty', '', {}, { [variable]: '' }],
  ['a file', '/opt/binding.node', { nativeBinding: '/opt/binding.node' }, { [variable]: '/opt/binding.node' }],
])('the binding of the database library is that of the environment, here %s, in a thread too', (_what, path, options, environment) => {
  vi.stubEnv(variable, path);
  try {
    expect([nativeBinding(), bindingEnvironment()]).toEqual([options, environment]);
    expect(Object.keys(nativeBinding())).toEqual(Object.keys(options));
  } finally {
    vi.unstubAllEnvs();
  }
});
