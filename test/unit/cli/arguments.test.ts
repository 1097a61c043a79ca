import { describe, expect, test } from 'vitest';
import { hasFlag, readArguments } from '../../../src/cli/arguments.ts';
import type { Command } from '../../../src/cli/command.ts';

function command(name: string, options: Command['options']): Command {
  return {
    name,
    summary: 'does it',
    synopsis: '',
    options,
    notes: [],
    emptyFields: {},
    positionals: { least: 0, most: 9 },
    run: async () => ({ code: 'OK', fields: {} }),
  };
}

const commands = [
  command('export', {
    sort: { type: 'string', says: '' },
    where: { type: 'string', multiple: true, says: '' },
    force: { type: 'boolean', says: '' },
  }),
  command('sync', { only: { type: 'string', says: '' } }),
];

function read(...argv: string[]): ReturnType<typeof readArguments> {
  return readArguments(argv, commands);
}

describe('reading a command line', () => {
  test('takes options before and after the command', () => {
    const {
      command: found,
      given,
      positionals,
    } = read('--data-dir', '/d', 'export', '22-001', '--force', '--where', 'unit = g/L', '--where=result >= 5');
    expect(found?.name).toBe('export');
    expect(positionals).toEqual(['22-001']);
    expect([given.text('data-dir'), given.flag('force'), given.flag('json')]).toEqual(['/d', true, false]);
    expect(given.texts('where')).toEqual(['unit = g/L', 'result >= 5']);
  });

  test('accepts a value that begins with a dash', () => {
    expect(read('export', '--sort', '-result').given.text('sort')).toBe('-result');
    expect(read('export', '--sort', '-result', '22-001').positionals).toEqual(['22-001']);
    expect(read('export', '--where=--force').given.texts('where')).toEqual(['--force']);
  });

  test('accepts a repeated flag', () => {
    expect(read('export', '--force', '--force').given.flag('force')).toBe(true);
  });

  test('takes nothing after "--" as an option', () => {
    expect(read('sync', '--', '--only').positionals).toEqual(['--only']);
    expect(hasFlag(['sync', '--', '--json'], 'json')).toBe(false);
  });

  test('finds no command in an empty line', () => {
    expect(read().command).toBeNull();
  });

  test.each([
    [['snyc'], 'Did you mean "sync"?'],
    [['frobnicate'], 'The commands are: export, sync.'],
    [['sync', '--onyl', 'labs'], 'Did you mean "--only"?'],
    [['sync', '--sort', 'a'], 'There is no option "--sort" of "sync"'],
    [['sync', '-x'], 'There is no option "-x"'],
    [['sync', '--only'], 'The option "--only" needs a value'],
    [['export', '--where', '--force'], 'The option "--where" needs a value'],
    [['--data-dir', '--json', 'sync'], 'The option "--data-dir" needs a value'],
    [['sync', '--only', '--', 'labs'], 'The option "--only" needs a value'],
    [['export', '--force=yes'], 'takes no value'],
    [['sync', '--only', 'labs', '--only', 'vitals'], 'The option "--only" takes one value and was given more than once'],
    [['--data-dir', '/a', 'sync', '--data-dir=/b'], 'The option "--data-dir" takes one value and was given more than once'],
    [['sync', '--__proto__', 'x'], 'There is no option "--__proto__"'],
  ])('%j is refused: %s', (argv, says) => {
    expect(() => read(...argv)).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(says) }));
  });
});
