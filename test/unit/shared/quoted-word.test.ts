import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quotedWord } from '../../../src/shared/quoted-word.ts';

test('a plain number stands as it is', () => {
  expect(quotedWord('22-001')).toBe('22-001');
});

test.each(['ÖD D-1', "O'Neill 1", '$(id)', '`id`', 'a;b', '22-001*', '~', '"', 'a\\b'])('a shell reads the very word: %s', (word) => {
  expect(execFileSync('sh', ['-c', `printf %s ${quotedWord(word)}`], { encoding: 'utf8' })).toBe(word);
});
