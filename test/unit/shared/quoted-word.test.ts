import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quotedWord } from '../../../src/shared/quoted-word.ts';

test('leaves a plain study number unquoted', () => {
  expect(quotedWord('22-001')).toBe('22-001');
});

test.each(['ÖD D-1', "O'Neill 1", '$(id)', '`id`', 'a;b', '22-001*', '~', '"', 'a\\b'])(
  'quotes a word so that a shell reads it unchanged: %s',
  (word) => {
    expect(execFileSync('sh', ['-c', `printf %s ${quotedWord(word)}`], { encoding: 'utf8' })).toBe(word);
  },
);
