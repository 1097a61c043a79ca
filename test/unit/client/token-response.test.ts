import { describe, expect, test } from 'vitest';
import { assertToken, lifetimeOf, readTokenFields, renewAfter } from '../../../src/core/client/token-response.ts';

function fields(text: string) {
  return readTokenFields(Buffer.from(text));
}

describe('token lifetime', () => {
  test.each([
    ['{"expires_in":3600}', 3600],
    ['{"expires_in":2}', 2],
    ['{"expires_in":1}', 1],
    ['{"expires_in":86400}', 86_400],
    ['{"expires_in":86401}', 86_400],
    ['{}', 300],
    ['{"expires_in":0}', 300],
    ['{"expires_in":-1}', 300],
    ['{"expires_in":"3600"}', 300],
    ['{"expires_in":1.5}', 300],
    ['{"expires_in":null}', 300],
    ['{"expires_in":1e12}', 86_400],
  ])('%s gives %i s', (text, seconds) => {
    expect(lifetimeOf(fields(text).expires_in)).toBe(seconds);
  });

  test('renews a minute before the end, or halfway through a short lifetime', () => {
    expect(renewAfter(3600)).toBe(3540);
    expect(renewAfter(300)).toBe(240);
    expect([renewAfter(2), renewAfter(119), renewAfter(120), renewAfter(121)]).toEqual([1, 59.5, 60, 61]);
  });
});

test.each([['<html>'], ['null'], ['[]'], ['42'], [''], ['{"a":1}{"b":2}']])('a token answer of %s is PROTOCOL', (text) => {
  expect(() => fields(text)).toThrow(expect.objectContaining({ code: 'PROTOCOL' }));
});

describe('token text', () => {
  test.each([['abc'], ['a.b-c_d~e+f/g=='], ['x'.repeat(8192)]])('is accepted', (token) => {
    expect(() => assertToken(token)).not.toThrow();
  });

  test.each([[''], ['a b'], ['a\r\nx-evil: 1'], ['ä'], ['a=b'], ['x'.repeat(8193)], ['a\u0000']])(
    '%j is refused as PROTOCOL, without repeating it',
    (token) => {
      const refused = (): void => {
        assertToken(token);
      };
      expect(refused).toThrow(expect.objectContaining({ code: 'PROTOCOL' }));
      if (token !== '') expect(refused).not.toThrow(token);
    },
  );
});
