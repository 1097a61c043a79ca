/** What is read is not XML of a workbook, or exceeds the limits. */
export class StrangeXml extends Error {}

/** Throws StrangeXml if attributes are not written as programs do (`name="value"`), so that none can be mistaken for part of another. */
export function assertAttributes(attributes: string): void {
  for (let at = 0; at < attributes.length;) at = nextAttribute(attributes, at).end;
}

/** The value of an attribute by its full name (`r:id`), or null. Throws StrangeXml. */
export function attribute(attributes: string, name: string): string | null {
  for (let at = 0; at < attributes.length;) {
    const { start, equals, end } = nextAttribute(attributes, at);
    if (equals - start === name.length && attributes.startsWith(name, start)) return plain(attributes.slice(equals + 2, end - 1));
    at = end;
  }
  return null;
}

/** The prefixes that attributes declare, each with its colon (empty: names without a prefix), and their namespaces. Throws StrangeXml. */
export function* namespaces(attributes: string): Generator<readonly [prefix: string, space: string]> {
  for (let at = 0; at < attributes.length;) {
    const { start, equals, end } = nextAttribute(attributes, at);
    const name = attributes.startsWith('xmlns', start) ? attributes.slice(start + 5, equals) : null;
    if (name === '' || name?.startsWith(':') === true)
      yield [name === '' ? '' : `${name.slice(1)}:`, plain(attributes.slice(equals + 2, end - 1))];
    at = end;
  }
}

/** The start, equals sign and end of the next attribute; all at the end of the text if there is none. */
function nextAttribute(attributes: string, from: number): { readonly start: number; readonly equals: number; readonly end: number } {
  let start = from;
  while (isSpace(attributes.charCodeAt(start))) start++;
  const none = attributes.length;
  if (start === none) return { start, equals: none, end: none };
  const equals = attributes.indexOf('=', start);
  const quote = attributes[equals + 1];
  const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, equals + 2) + 1 : 0;
  if (start === from || equals < 0 || end === 0 || isSpace(attributes.charCodeAt(equals - 1)))
    throw new StrangeXml('Its attributes are written in an unusual way.');
  return { start, equals, end };
}

/** XML white space: blank, tab, line end. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Resolves XML escapes in a text. Throws StrangeXml for an undeclared entity. */
export function plain(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));|&/gi, (_found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities.get(name) ?? strange();
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : strange();
  });
}

function strange(): never {
  throw new StrangeXml('It has an entity that is not known.');
}
