import { expect, test } from 'vitest';
import { paintedWith } from '../../../../src/renderer/record/figures/chart-paint.ts';

const tokens = new Map([
  ['--text', '#111'],
  ['--bar', '#abc'],
]);

test('shapes are painted with the values of tokens', () => {
  const drawn = '<g><path fill="var(--bar)" d="M0 0" stroke="var(--text)"/><text x="1" fill="var(--text)">ALT</text></g>';
  expect(paintedWith(drawn, tokens)).toBe('<g><path fill="#abc" d="M0 0" stroke="#111"/><text x="1" fill="#111">ALT</text></g>');
});

test.each(['var(--x)', 'var(--text)', ' fill="var(--x)"', '&lt;path fill="var(--x)"/&gt;'])('the text %j stays as it was sent', (text) => {
  const drawn = `<g><title>${text}</title><text>${text}</text></g>`;
  expect(paintedWith(drawn, tokens)).toBe(drawn);
});

test.each(['var(--x)', 'var(--text)', ' fill=&quot;var(--x)&quot;'])('the value %j of another attribute stays as it was sent', (text) => {
  const drawn = `<path data-subject="${text}" aria-label="${text}"/>`;
  expect(paintedWith(drawn, tokens)).toBe(drawn);
});

test('a token that the theme lacks is an error', () => {
  expect(() => paintedWith('<path fill="var(--x)"/>', tokens)).toThrow(new TypeError('The chart uses --x, which is no token.'));
});
