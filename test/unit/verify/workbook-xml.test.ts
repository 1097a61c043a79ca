import { describe, expect, test } from 'vitest';
import { cellText, lengthened, sheetText } from '../../../src/core/verify/cell-text.ts';
import { limited, orNull } from '../../../src/core/verify/workbook-bounds.ts';
import { xmlScanner } from '../../../src/core/verify/xml-scan.ts';
import { assertAttributes, attribute, namespaces, plain, StrangeXml } from '../../../src/core/verify/xml-text.ts';

describe('an attribute', () => {
  test.each([
    [' a="1" b="2"', 'b', '2'],
    [" a='1'", 'a', '1'],
    ['\n\ta="x=&quot;y"\r', 'a', 'x="y'],
    [' ab="1"', 'a', null],
    [' a=""', 'a', ''],
    [' r:id="7"', 'r:id', '7'],
    ['', 'a', null],
    ['  ', 'a', null],
  ])('of %j named %s is %j', (attributes, name, value) => {
    expect(attribute(attributes, name)).toBe(value);
  });

  test.each(['a="1"', ' a=1', ' a', ' a ="1"', ' a= "1"', ' a="1', ' a="1"b="2"', ' a=\'1"'])('written as %j is refused', (attributes) => {
    expect(() => assertAttributes(attributes)).toThrow(StrangeXml);
  });

  test('declares a namespace if it is xmlns, with a prefix or without', () => {
    const declared = [...namespaces(' xmlns="a" xmlns:r="b&amp;" xmlnsx="c" x="d"')];
    expect(declared).toEqual([
      ['', 'a'],
      ['r:', 'b&'],
    ]);
  });
});

describe('an escape', () => {
  test.each([
    ['&amp;&lt;&gt;&quot;&apos;', `&<>"'`],
    ['&#65;&#x42;&#x1F600;', 'AB😀'],
    ['&#1114111;', '\u{10ffff}'],
    ['a', 'a'],
  ])('%s is %s', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test.each(['&#1114112;', '&#x110000;', '&nbsp;', '&', '&amp', '&#;', '&constructor;'])('%s is refused', (text) => {
    expect(() => plain(text)).toThrow(StrangeXml);
  });
});

test('characters that XML would change are read from a sheet', () => {
  expect(sheetText('a_x000D_b_x000a_&lt;_x00_')).toBe('a\rb\n<_x00_');
});

describe('the text of a cell', () => {
  /** Elements in their order, each with what it is in; a part without a colon is text. */
  const taken = (...parts: readonly string[]): string => {
    const cell = cellText('si');
    cell.begin();
    for (const part of parts) {
      const [sign, name = '', within = ''] = /^([<>])(\w+)(?: in (\w+))?$/.exec(part)?.slice(1) ?? [];
      if (sign === '<') cell.open(name, within);
      else if (sign === '>') cell.close(name);
      else cell.text(part);
    }
    return cell.take();
  };

  test('is one text, or those of its runs, without pronunciations', () => {
    expect(taken('<t in si', 'one', '>t', 'outside')).toBe('one');
    expect(taken('<r in si', '<t in r', 'one ', '>t', '<r in si', '<t in r', 'two', '>t')).toBe('one two');
    expect(taken('<t in si', 'one', '>t', '<t in rPh', 'spoken', '>t')).toBe('one');
  });

  test.each([
    ['a text twice', ['<t in si', '>t', '<t in si']],
    ['a text twice in one run', ['<r in si', '<t in r', '>t', '<t in r']],
    ['a text after runs', ['<r in si', '<t in r', '>t', '<t in si']],
    ['a run after a text', ['<t in si', '>t', '<r in si']],
    ['a run elsewhere', ['<r in x']],
    ['a text elsewhere', ['<t in x']],
    ['a text of a run that is not open', ['<t in r']],
  ])('is refused with %s', (_what, parts) => {
    expect(() => taken(...parts)).toThrow(StrangeXml);
  });

  test('begins anew for each cell', () => {
    const cell = cellText('is');
    for (const text of ['one', 'two']) {
      cell.begin();
      cell.open('t', 'is');
      cell.text(text);
      cell.close('t');
      expect(cell.take()).toBe(text);
    }
  });

  test('has a mebi of characters at most', () => {
    const most = 1024 * 1024;
    expect(lengthened('x'.repeat(most - 1), 'x')).toHaveLength(most);
    expect(() => lengthened('x'.repeat(most), 'x')).toThrow(StrangeXml);
  });
});

describe('a part of a workbook', () => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const scan = (...pieces: readonly string[]): readonly string[] => {
    const heard: string[] = [];
    const scanner = xmlScanner({
      open: (name, attributes, within) => heard.push(`<${name}${attributes === '' || name === 'a' ? '' : attributes} in ${within}`),
      text: (text) => heard.push(text),
      close: (name) => heard.push(`>${name}`),
    });
    for (const piece of pieces) scanner.push(piece);
    scanner.end();
    return heard;
  };

  test('is read in pieces of any size', () => {
    const whole = `<?xml version="1.0" encoding="UTF-8"?><a ${main}><b c="1">x</b><d/></a>\n`;
    const expected = ['<a in ', '<b c="1" in a', 'x', '>b', '<d in a', '>d', '>a'];
    expect(scan(whole)).toEqual(expect.arrayContaining(expected));
    expect(scan(...whole.split('')).join('')).toBe(scan(whole).join(''));
  });

  test('is read without elements of another namespace, and what is in them', () => {
    expect(scan(`<a ${main} xmlns:x="y"><x:b>no<c>no</c></x:b><d/></a>`)).toEqual(['<a in ', '<d in a', '>d', '>a']);
    const prefixed = `<m:a xmlns:m="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><m:b/></m:a>`;
    expect(scan(prefixed)).toEqual(expect.arrayContaining(['<b in a', '>b']));
  });

  test.each([
    ['an element that is not closed', `<a ${main}><b></a>`],
    ['no end', `<a ${main}>`],
    ['nothing', ''],
    ['a second element', `<a ${main}/><b/>`],
    ['text after it', `<a ${main}/>x`],
    ['a comment', `<a ${main}><!-- x --></a>`],
    ['a later declaration', `<a ${main}><?xml version="1.0"?></a>`],
    ['another encoding', `<?xml version="1.0" encoding="latin1"?><a ${main}/>`],
    ['an instruction', `<?x y?><a ${main}/>`],
    ['no namespace', '<a/>'],
    ['another namespace', '<a xmlns="x"/>'],
    ['its namespace under two prefixes', `<a ${main} xmlns:b="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>`],
    ['another meaning of r', `<a ${main} xmlns:r="x"/>`],
    ['a tag without an end', `<a ${main}><b`],
    ['an endless tag', `<a ${main}><b x="${'y'.repeat(1_000_000)}"/></a>`],
  ])('is refused with %s', (_what, text) => {
    expect(() => scan(text)).toThrow(StrangeXml);
  });
});

test('bytes are added up, and refused above the most', () => {
  let checks = 0;
  const add = limited(10, () => void (checks += 1));
  add(4);
  add(6);
  expect(() => add(1)).toThrow(StrangeXml);
  expect(checks).toBe(2);
});

test('strange XML and damaged bytes give nothing, other errors are thrown', async () => {
  const failing = (error: Error) => orNull(() => Promise.reject(error));
  expect(await orNull(async () => Promise.resolve(7))).toBe(7);
  expect(await failing(new StrangeXml('x'))).toBeNull();
  for (const code of ['Z_DATA_ERROR', 'ERR_BUFFER_TOO_LARGE', 'ERR_ENCODING_INVALID_ENCODED_DATA'])
    expect(await failing(Object.assign(new Error('x'), { code }))).toBeNull();
  await expect(failing(Object.assign(new Error('x'), { code: 'EIO' }))).rejects.toThrow('x');
});
