import { describe, expect, test } from 'vitest';
import { findRefused } from '../../../src/main/shell/refused-start.ts';

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => findRefused(args, env, 'release');

describe('a start that is refused', () => {
  test.each([
    ['--remote-debugging-port=0', '--remote-debugging-port'],
    ['-remote-debugging-pipe', '--remote-debugging-pipe'],
    ['--inspect-brk-node', '--inspect-brk-node'],
    ['--INSPECT', '--inspect'],
    ['/no-sandbox', '--no-sandbox'],
    ['--js-flags=--expose-gc', '--js-flags'],
    ['--debug-port=9229', '--debug-port'],
  ])('%s', (given, named) => {
    expect(start([given])).toBe(named);
    expect(start(['--data-dir=x', 'file', given, '--lang=de'])).toBe(named);
  });

  test.each([['SSLKEYLOGFILE'], ['NODE_TLS_REJECT_UNAUTHORIZED'], ['NODE_DEBUG'], ['ELECTRON_LOG_ASAR_READS']])(
    '%s in the environment',
    (name) => {
      expect(start([], { [name]: '' })).toBe(name);
    },
  );
});

describe('a start that is admitted', () => {
  test.each([
    [[]],
    [['--data-dir', '/home/inspect/no-sandbox']],
    [['--command-line', '--', '--inspect', '--no-sandbox']],
    [['--ozone-platform=wayland', '--force-device-scale-factor=2', '--disable-gpu']],
  ])('%j', (args) => {
    expect(start(args, { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/etc/root.pem' })).toBeNull();
  });

  test('the test program takes a debugger, and nothing else', () => {
    expect(findRefused(['--inspect=0', '--remote-debugging-port=0'], {}, 'test')).toBeNull();
    expect(findRefused(['--inspect-brk=0'], {}, 'test')).toBe('--inspect-brk');
    expect(findRefused(['--no-sandbox'], {}, 'test')).toBe('--no-sandbox');
  });
});
