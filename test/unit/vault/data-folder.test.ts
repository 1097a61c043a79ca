import { describe, expect, test } from 'vitest';
import { defaultDataFolder } from '../../../src/core/vault/data-folder.ts';

describe('the default data folder', () => {
  test.each([
    ['linux', {}, '/home/ada/.local/share/carrel'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/carrel'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/carrel'],
    ['darwin', {}, '/home/ada/Library/Application Support/Carrel'],
  ] as const)('on %s with %j is %s', (platform, env, expected) => {
    expect(defaultDataFolder({ platform, env, home: '/home/ada' })).toBe(expected);
  });

  test('on Windows is the local one, which no roaming profile carries to a server', () => {
    expect(
      defaultDataFolder({ platform: 'win32', env: { LOCALAPPDATA: 'C:/Local', APPDATA: 'C:/Roaming' }, home: 'C:/Users/ada' }),
    ).toContain('Local');
  });
});
