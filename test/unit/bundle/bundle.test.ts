import { describe, expect, test } from 'vitest';
import { parseBundle } from '../../../src/core/bundle/bundle.ts';
import { codeOf, head } from './page-body.ts';

describe('a page', () => {
  test('gives its total, study number and links', () => {
    const bundle = parseBundle(
      Buffer.from(
        `{${head},"total":3,"identifier":{"system":"s","value":"22-001"},"link":[{"relation":"next","url":"https://h/x?page=2"}],"entry":[]}`,
      ),
    );
    expect(bundle).toEqual({ total: 3, identifier: '22-001', links: [{ relation: 'next', url: 'https://h/x?page=2' }], entries: [] });
  });

  test('may leave out total, identifier, links and entries, and may begin with a byte order mark', () => {
    expect(parseBundle(Buffer.from(`\ufeff {${head}} \n`))).toEqual({ total: null, identifier: null, links: [], entries: [] });
  });

  test.each([
    ['an empty body', ''],
    ['white space', ' \n'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '42'],
    ['a truncated body', `{${head},"entry":[{"resource":{"id":"a"}`],
    ['two documents', `{${head}}{${head}}`],
    ['text after it', `{${head}} x`],
    ['a NUL after it', `{${head}}\u0000`],
    ['a NUL in a text', `{${head},"x":"\u0000"}`],
    ['XML', '<?xml version="1.0"?><Bundle/>'],
    ['UTF-16', Buffer.from(`{${head}}`, 'utf16le')],
    ['UTF-16 with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{${head}}`, 'utf16le')])],
    ['invalid UTF-8', Buffer.from([0x7b, 0xc3, 0x28, 0x7d])],
    ['an overlong encoding', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['another resource', '{"resourceType":"OperationOutcome"}'],
    ['a Bundle that is not a searchset', '{"resourceType":"Bundle","type":"history"}'],
    ['entry as an object', `{${head},"entry":{}}`],
    ['entry as null', `{${head},"entry":null}`],
    ['total as a text', `{${head},"total":"3"}`],
    ['total as null', `{${head},"total":null}`],
    ['total as a fraction', `{${head},"total":1.5}`],
    ['link as an object', `{${head},"link":{}}`],
    ['a link without url', `{${head},"link":[{"relation":"next"}]}`],
    ['identifier as a text', `{${head},"identifier":"22-001"}`],
  ])('with %s is PROTOCOL', (_name, body) => {
    expect(codeOf(body)).toBe('PROTOCOL');
  });

  test.each([
    ['it is empty', ' '],
    ['its bytes are not UTF-8 text', Buffer.from([0x22, 0xff, 0x22])],
    ['it is XML or another markup', '<Bundle/>'],
    ['it is not an object', '[]'],
    ['its resourceType is not Bundle', '{"type":"searchset"}'],
    ['its type is not searchset', '{"resourceType":"Bundle"}'],
    ['its entry is not an array', `{${head},"entry":7}`],
    ['its total is not a whole number', `{${head},"total":0.5}`],
    ['its identifier is not a text', `{${head},"identifier":{"value":7}}`],
    ['its link is not an array', `{${head},"link":7}`],
    ['one of its links has no relation or no url', `{${head},"link":[{"url":"x"}]}`],
    ['one of its links has no relation or no url', `{${head},"link":["x"]}`],
    ['one of its links has no relation or no url', `{${head},"link":[{"relation":"next","url":7}]}`],
  ])('is refused because %s: %s', (reason, body) => {
    expect(() => parseBundle(Buffer.from(body))).toThrow(`is not a search result of this interface: ${reason}. The earlier copy stays.`);
  });

  test('may have an identifier without a value', () => {
    expect(parseBundle(Buffer.from(`{${head},"identifier":{"system":"x"}}`)).identifier).toBeNull();
  });

  test.each([
    ['no mark', '', true],
    ['a byte order mark', '\ufeff', true],
    ['two of them', '\ufeff\ufeff', false],
  ])('may begin with %s: %j %s', (_what, mark, isRead) => {
    expect(codeOf(`${mark}{${head}}`)).toBe(isRead ? 'OK' : 'PROTOCOL');
  });

  test('keeps the links to other pages, of 16,384 characters together', () => {
    const linked = (relation: string, length: number) => ({ relation, url: 'x'.repeat(length) });
    const page = (...links: readonly object[]) => parseBundle(Buffer.from(`{${head},"link":${JSON.stringify(links)}}`)).links;
    const paging = ['self', 'first', 'previous', 'next'].map((relation) => linked(relation, 4096));
    expect(page(...paging, linked('related', 4096))).toEqual(paging);
    expect(() => page(...paging, linked('last', 1))).toThrow(/its links are longer than 16,384 characters/);
  });

  test('cut off anywhere is PROTOCOL', () => {
    const whole = Buffer.from(`{${head},"total":2,"entry":[{"fullUrl":"x","resource":{"id":"a","n":1.5}},{"resource":{"id":"ü"}}]}`);
    for (let length = 0; length < whole.length; length++) expect([length, codeOf(whole.subarray(0, length))]).toEqual([length, 'PROTOCOL']);
  });

  test.each([
    [`${' '.repeat(500)}<html>`, true],
    [`<${'x'.repeat(505)}<html`, true],
    [`<${'x'.repeat(507)}<html`, false],
    ['<HTML lang="en">', true],
  ])('that begins like one is a web page: %#', (body, isPage) => {
    expect(() => parseBundle(Buffer.from(body))).toThrow(isPage ? /A web page came back/ : /XML or another markup/);
  });

  test('that is a web page is reported as a login page or captive portal', () => {
    expect(() => parseBundle(Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>'))).toThrow(/login page or captive portal/);
  });

  test('may have an impossible total, because the count will show it', () => {
    expect(parseBundle(Buffer.from(`{${head},"total":-5}`)).total).toBe(-5);
    expect(parseBundle(Buffer.from(`{${head},"total":1000000000000000000}`)).total).toBe(1e18);
  });

  test('is refused without repeating any of its content', () => {
    expect(() => parseBundle(Buffer.from(`{${head},"secret":"Patient 007","entry":{}}`))).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('007') as string }),
    );
  });
});
