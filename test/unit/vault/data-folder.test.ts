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

  test.each([
    ['linux', null],
    ['linux', ''],
    ['linux', 'relative'],
    ['darwin', null],
    ['win32', null],
    ['win32', 'relative'],
  ] as const)('does not exist on %s with the home folder %j, and the error says how to name one', (platform, home) => {
    expect(() => defaultDataFolder({ platform, env: {}, home })).toThrow(/no home folder.*CARREL_DATA_DIR/);
  });

  test('needs no home folder if the environment names a location', () => {
    expect(defaultDataFolder({ platform: 'linux', env: { XDG_DATA_HOME: '/data' }, home: null })).toBe('/data/carrel');
  });

  test('is in the local profile on Windows, which is not copied to a server', () => {
    expect(
      defaultDataFolder({ platform: 'win32', env: { LOCALAPPDATA: 'C:/Local', APPDATA: 'C:/Roaming' }, home: 'C:/Users/ada' }),
    ).toContain('Local');
  });

  test.each(['', 'relative'])('ignores the location %j on Windows, which depends on the working directory', (local) => {
    const env = { LOCALAPPDATA: local };
    expect(defaultDataFolder({ platform: 'win32', env, home: 'C:/Users/ada' })).toBe('C:\\Users\\ada\\AppData\\Local\\Carrel');
  });
});
