import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { namesTest } from './test-titles.ts';

const root = join(import.meta.dirname, '../../..');

/** The rows of the hardening table: number, rule, setting, and the tests that show it, or why there is none. */
const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(/(?<!\\) \| /))
  .map(([number = '', rule = '', setting = '', shown = '']) => ({ number, rule, setting, shown: shown.split(' <br> ') }));

/** Stands instead of a test: the machine cannot show it, or no test has been written yet. */
const unshown = /^SKIP: .{20,}|^not shown yet$/;

describe('docs/security.md', () => {
  test('lists every rule once, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 45 }, (_, index) => String(index + 1)));
  });

  test.each(rows)('rule $number names tests that exist, or says why there is none', ({ rule, setting, shown }) => {
    for (const cell of [rule, setting]) expect(cell.trim()).not.toBe('');
    for (const one of shown.filter((each) => !unshown.test(each))) {
      const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(one.replaceAll('\\|', '|')) ?? [];
      expect(file.startsWith('test/') && existsSync(join(root, file)), one).toBe(true);
      expect(namesTest(readFileSync(join(root, file), 'utf8'), title), `${file}: ${title}`).toBe(true);
    }
  });
});
