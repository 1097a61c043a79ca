import fc from 'fast-check';
import { isAscii } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { ScalarCache, viewOf, type PageText } from '../../../src/core/bundle/scalar-cache.ts';
import { SentNumber } from '../../../src/shared/json.ts';

function pageOf(text: string): PageText {
  const bytes = Buffer.from(text);
  return { bytes, view: viewOf(bytes), ascii: isAscii(bytes) };
}

/** What the cache returns for each of these texts, which stand in quotes in one page. */
function taken(met: ScalarCache, texts: readonly string[]): readonly unknown[] {
  const page = pageOf(texts.map((text) => `"${text}"`).join(''));
  let at = 0;
  return texts.map((text) => {
    const [start, end] = [at + 1, at + 1 + Buffer.byteLength(text)];
    at = end + 1;
    const again = met.repeatedUntil(page, start);
    if (again === -1) return met.take(page, start, end);
    expect(again).toBe(end);
    return met.latest;
  });
}

describe('repeated values', () => {
  test('are read as they stand in the page, whatever came before', () => {
    const texts = fc.array(
      fc.oneof(fc.constantFrom('', 'a', 'ab', 'mg/dL', 'g/dL', 'µmol/L', 'ALT', 'AST'), fc.string({ maxLength: 80 })),
      {
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(texts, (drawn) => {
        const inside = drawn.map((text) => text.toWellFormed().replace(/["\\]/g, ''));
        expect(taken(new ScalarCache(true), inside)).toEqual(inside);
      }),
    );
  });

  test('are read correctly if more are distinct than can be cached', () => {
    const met = new ScalarCache(true);
    const texts = Array.from({ length: 1000 }, (_, number) => `visit ${String(number)}`);
    expect(taken(met, [...texts, ...texts])).toEqual([...texts, ...texts]);
  });

  test('are distinguished even with the same length, beginning and end', () => {
    const texts = ['beg-1-end!', 'beg-2-end!', 'beg-1-end!', 'beg-2-end!'];
    expect(taken(new ScalarCache(true), texts)).toEqual(texts);
  });

  test('are read correctly if they are short enough to be cached, and if they are not', () => {
    const met = new ScalarCache(true);
    const [short, long] = ['Magnesium', 'x'.repeat(65)];
    expect(taken(met, [short, long, long, short])).toEqual([short, long, long, short]);
    expect(met.latest).toBe(short);
  });

  test('keep the digits of numbers', () => {
    const met = new ScalarCache(false);
    const page = pageOf('3.90,3.9,3.90');
    const three = [met.take(page, 0, 4), met.take(page, 5, 8), met.take(page, 9, 13)];
    expect(three).toEqual([new SentNumber('3.90'), 3.9, new SentNumber('3.90')]);
  });

  test('never extend past the end of a page', () => {
    const met = new ScalarCache(true);
    met.take(pageOf('"abcdef"'), 1, 7);
    expect(met.repeatedUntil(pageOf('"abc'), 1)).toBe(-1);
    expect(met.repeatedUntil(pageOf('"abcdefg"'), 1)).toBe(-1);
    expect(met.repeatedUntil(pageOf('"abcdef"'), 1)).toBe(7);
  });
});
