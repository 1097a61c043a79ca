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
  ] as const)('on %s is none where the home folder is %j, which says how to name one', (platform, home) => {
    expect(() => defaultDataFolder({ platform, env: {}, home })).toThrow(/no home folder.*CARREL_DATA_DIR/);
  });

  test('needs no home folder where the environment names a place', () => {
    expect(defaultDataFolder({ platform: 'linux', env: { XDG_DATA_HOME: '/data' }, home: null })).toBe('/data/carrel');
  });

  test('on Windows is the local one, which no roaming profile carries to a server', () => {
    expect(
      defaultDataFolder({ platform: 'win32', env: { LOCALAPPDATA: 'C:/Local', APPDATA: 'C:/Roaming' }, home: 'C:/Users/ada' }),
    ).toContain('Local');
  });
});
