import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { jsonText, parseJson } from '../../../src/core/bundle/parse-json.ts';
import { scanValue, type Tally } from '../../../src/core/bundle/scan-json.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { SentNumber } from '../../../src/shared/json.ts';

const newTally = (): Tally => ({ values: 0, keys: 0, inexact: false, surrogate: false });

function accepts(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    return scanValue(bytes, 0, 0, newTally()) === bytes.length;
  } catch (error: unknown) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON with one character replaced, removed or inserted: close enough to JSON to be mistaken for it. */
const nearlyJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', ':', '[', ']', '{', '}', '0', '1', '-', '.', 'e', 'n', '\u0000', '\n', '\ud800', 'u'),
    fc.boolean(),
  )
  .map(([text, place, character, insert]) => {
    const at = place % (text.length + 1);
    return `${text.slice(0, at)}${character}${text.slice(insert ? at : at + 1)}`.trim();
  });

describe('a scan', () => {
  test('accepts all JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(accepts(text.trim())).toBe(true);
      }),
    );
  });

  test('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        expect([text, accepts(text)]).toEqual([text, parses(Buffer.from(text).toString())]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '1e+',
    '+1',
    '0x1',
    'NaN',
    'Infinity',
    'tru',
    'nul',
    '"\u0001"',
    '"\\x"',
    '"\\u12G4"',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '[1 2]',
    '"',
    '',
    '{',
    '[',
  ])('refuses %j', (text) => {
    expect([accepts(text), parses(text)]).toEqual([false, false]);
  });

  test.each(['-0', '5.10', '1e400', '9007199254740993', '0.1000000000000000055', '1E5', '0.0000001', '-0.0', '100000000000000000000000'])(
    'notices that %s would lose its digits',
    (text) => {
      const tally = newTally();
      scanValue(Buffer.from(text), 0, 0, tally);
      expect(tally.inexact).toBe(true);
      expect(parseJson(text, true)).toEqual(new SentNumber(text));
    },
  );

  test('passes a number on unchanged exactly if conversion keeps its digits', () => {
    const digits = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
      fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String),
    );
    fc.assert(
      fc.property(digits, (sent) => {
        const text = sent.replace('e+', 'e');
        const tally = newTally();
        scanValue(Buffer.from(text), 0, 0, tally);
        expect([text, tally.inexact]).toEqual([text, String(Number(text)) !== text]);
        expect(jsonText(parseJson(text, tally.inexact))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the entries of a page', () => {
  test('have the values that JSON.parse gives and their text as sent', () => {
    const resource = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('resource', 'entry', '__proto__', 'id')),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(
      fc.property(fc.array(resource, { maxLength: 5 }), fc.constantFrom(0, 1, '\t'), (resources, indent) => {
        const text = JSON.stringify(
          {
            resourceType: 'Bundle',
            type: 'searchset',
            entry: resources.map((each) => ({ fullUrl: 'x', resource: each, search: { resource: 1 } })),
          },
          null,
          indent,
        );
        const { entries } = parseBundle(Buffer.from(text));
        expect(entries.map((entry) => JSON.stringify(entry.resource))).toEqual(resources.map((each) => JSON.stringify(each)));
        expect(entries.map((entry) => JSON.stringify(JSON.parse(entry.text ?? '')))).toEqual(resources.map((each) => JSON.stringify(each)));
      }),
    );
  });

  test('keep the digits that were sent', () => {
    const [entry] = parseBundle(
      Buffer.from('{"resourceType":"Bundle","type":"searchset","entry":[{"resource":{"a":5.10,"b":[1e400,7],"c":{"d":-0}}}]}'),
    ).entries;
    expect(entry?.resource).toEqual({ a: new SentNumber('5.10'), b: [new SentNumber('1e400'), 7], c: { d: new SentNumber('-0') } });
    expect(entry?.text).toBe('{"a":5.10,"b":[1e400,7],"c":{"d":-0}}');
  });

  test('are found under names written with escapes, and the last of two counts', () => {
    const { entries } = parseBundle(
      Buffer.from(
        '{"resourceType":"Bundle","type":"searchset","entry":[{"resource":{"id":"no"}}],"\\u0065ntry":[{"resource":{"id":"first"},"res\\u006furce":{"id":"last"}}]}',
      ),
    );
    expect(entries.map((entry) => entry.resource)).toEqual([{ id: 'last' }]);
  });

  test('may have no resource, or something that is not one', () => {
    const { entries } = parseBundle(
      Buffer.from('{"resourceType":"Bundle","type":"searchset","entry":[{},null,7,{"resource":null},{"resource":[1]},{"resource":"x"}]}'),
    );
    expect(entries.map((entry) => entry.resource)).toEqual([null, null, null, null, null, null]);
  });

  test('treat __proto__ like any other name', () => {
    const [entry] = parseBundle(
      Buffer.from('{"resourceType":"Bundle","type":"searchset","entry":[{"resource":{"__proto__":{"polluted":5.10}}}]}'),
    ).entries;
    expect(Object.keys(entry?.resource ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
