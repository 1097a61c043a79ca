/** What is told of a part of a workbook; names are without their prefix. */
export interface XmlListener {
  /** `attributes`: as they stand, see `attribute`. */
  readonly open: (name: string, attributes: string) => void;
  readonly text: (text: string) => void;
  /** Also after `open` for an element that holds nothing. */
  readonly close: (name: string) => void;
}

/** Characters of one tag, and of the text between two: a cell holds 32,767 characters, of which each may be written as six. */
const longestTag = 64 * 1024;
const longestText = 1024 * 1024;

/** What is read is no XML of a workbook, or is larger than one has a use for. */
export class StrangeXml extends Error {}

export interface XmlScanner {
  readonly push: (xml: string) => void;
  /** Throws where it ends within a tag. */
  readonly end: () => void;
}

/**
 * Walks over the XML of a workbook as it comes, holding no more than one tag or text of it. It knows what spreadsheet programs write:
 * elements, attributes and texts. Declarations of types, entities and marked sections are refused, so nothing is ever fetched or
 * multiplied. Throws StrangeXml.
 */
export function xmlScanner(listener: XmlListener): XmlScanner {
  let rest = '';
  const push = (xml: string): void => {
    rest += xml;
    let at = 0;
    for (;;) {
      const start = rest.indexOf('<', at);
      if (start < 0) break;
      const end = rest.indexOf('>', start);
      if (end < 0) break;
      if (start > at) listener.text(rest.slice(at, start));
      tell(rest.slice(start + 1, end), listener);
      at = end + 1;
    }
    rest = rest.slice(at);
    const isInTag = rest.startsWith('<');
    if (rest.length > (isInTag ? longestTag : longestText)) throw new StrangeXml('A tag or a text is too long.');
  };
  return {
    push,
    end: () => {
      if (rest.trim() !== '') throw new StrangeXml('It ends too early.');
    },
  };
}

function tell(tag: string, listener: XmlListener): void {
  if (tag.length > longestTag) throw new StrangeXml('A tag is too long.');
  if (tag.startsWith('?')) return;
  if (tag.startsWith('!')) throw new StrangeXml('It has comments, marked sections or declarations.');
  if (tag.startsWith('/')) {
    listener.close(localName(tag.slice(1).trim()));
    return;
  }
  const isEmpty = tag.endsWith('/');
  const inner = isEmpty ? tag.slice(0, -1) : tag;
  const space = inner.search(/\s/);
  const name = localName(space < 0 ? inner : inner.slice(0, space));
  listener.open(name, space < 0 ? '' : inner.slice(space));
  if (isEmpty) listener.close(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute by its full name (`r:id`), or null. */
export function attribute(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + name.length)) {
    const equals = at + name.length;
    const quote = attributes[equals + 1];
    if (!isSpace(attributes[at - 1]) || attributes[equals] !== '=' || (quote !== '"' && quote !== "'")) continue;
    const end = attributes.indexOf(quote, equals + 2);
    return end < 0 ? null : plain(attributes.slice(equals + 2, end));
  }
  return null;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}

const entities: Readonly<Partial<Record<string, string>>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A text with what XML escapes in it; an entity that nobody declared throws StrangeXml. */
export function plain(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));|&/gi, (_found, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? strange();
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : strange();
  });
}

function strange(): never {
  throw new StrangeXml('It has an entity that is not known.');
}
