import { attribute, assertAttributes, namespaces, StrangeXml } from './xml-text.ts';

/**
 * Receives a part of a workbook: the elements of its own namespace by their local names, except those inside an element of another
 * namespace, which programs may ignore.
 */
export interface XmlListener {
  /** `attributes`: unparsed, see `attribute`. `within`: the enclosing element; empty for the outermost. */
  readonly open: (name: string, attributes: string, within: string) => void;
  readonly text: (text: string) => void;
  /** Also called after `open` for an empty element. */
  readonly close: (name: string) => void;
}

/** Longest tag, and longest text between two, in characters: a cell holds 32,767 characters, each of which may be written as six. */
const longestTag = 64 * 1024;
const longestText = 1024 * 1024;
/** Deepest nesting of elements; a workbook has a dozen levels. */
const deepest = 256;

export interface XmlScanner {
  readonly push: (xml: string) => void;
  /** Throws if the outermost element has not ended. */
  readonly end: () => void;
}

/**
 * Scans the XML of a workbook as it arrives, holding at most one tag or text. It accepts what spreadsheet programs write: elements,
 * attributes and texts. Document types, entity declarations, comments and marked sections are refused, so that nothing is ever fetched or
 * expanded, and so is anything that two readers could interpret differently. Throws StrangeXml.
 */
export function xmlScanner(listener: XmlListener): XmlScanner {
  const elements = openElements(listener);
  let rest = '';
  const push = (xml: string): void => {
    rest += xml;
    let at = 0;
    for (;;) {
      const start = rest.indexOf('<', at);
      if (start < 0) break;
      const end = rest.indexOf('>', start);
      if (end < 0) break;
      if (start > at) elements.text(rest.slice(at, start));
      tell(rest.slice(start + 1, end), elements);
      at = end + 1;
    }
    rest = rest.slice(at);
    const isInTag = rest.startsWith('<');
    if (rest.length > (isInTag ? longestTag : longestText)) throw new StrangeXml('A tag or a text is too long.');
  };
  return {
    push,
    end: () => {
      if (rest.trim() !== '' || !elements.isDone()) throw new StrangeXml('It ends too early.');
    },
  };
}

function tell(tag: string, elements: Elements): void {
  if (tag.length > longestTag) throw new StrangeXml('A tag is too long.');
  if (tag.startsWith('?')) elements.declaration(tag);
  else if (tag.startsWith('!')) throw new StrangeXml('It contains comments, marked sections or declarations.');
  else if (tag.startsWith('/')) elements.close(tag.slice(1).trimEnd());
  else {
    const isEmpty = tag.endsWith('/');
    const inner = isEmpty ? tag.slice(0, -1) : tag;
    const space = inner.search(/\s/);
    const [name, attributes] = space < 0 ? [inner, ''] : [inner.slice(0, space), inner.slice(space)];
    if (attributes !== '') assertAttributes(attributes);
    elements.open(name, attributes);
    if (isEmpty) elements.close(name);
  }
}

interface Elements {
  readonly declaration: (tag: string) => void;
  readonly open: (name: string, attributes: string) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  readonly isDone: () => boolean;
}

/** Tracks the open elements and reports those of the part's own namespace. */
function openElements(listener: XmlListener): Elements {
  const open: string[] = [];
  /** Prefix of the part's own namespace with its colon; null before the outermost element. */
  let prefix: string | null = null;
  /** Depth of the first element of another namespace; Infinity if there is none. */
  let foreign = Infinity;
  let isBegun = false;
  return {
    declaration: (tag) => {
      const encoding = tag.startsWith('?xml ') && tag.endsWith('?') ? (attribute(tag.slice(4, -1), 'encoding') ?? 'utf-8') : '';
      if (isBegun || encoding.toLowerCase() !== 'utf-8')
        throw new StrangeXml('It contains processing instructions, or does not declare UTF-8.');
      isBegun = true;
    },
    open: (name, attributes) => {
      if ((open.length === 0 && prefix !== null) || open.length >= deepest) throw new StrangeXml('It has too many elements.');
      prefix ??= name.slice(0, name.indexOf(':') + 1);
      assertNamespaces(attributes, prefix, open.length === 0);
      isBegun = true;
      const local = localName(name, prefix);
      if (open.length < foreign) {
        if (local === null) foreign = open.length;
        else listener.open(local, attributes, localName(open.at(-1) ?? '', prefix) ?? '');
      }
      open.push(name);
    },
    text: (text) => {
      if (open.length <= foreign) listener.text(text);
    },
    close: (name) => {
      if (open.pop() !== name) throw new StrangeXml('Its elements overlap.');
      if (open.length > foreign) return;
      if (open.length === foreign) foreign = Infinity;
      else listener.close(localName(name, prefix ?? '') ?? '');
    },
    isDone: () => prefix !== null && open.length === 0,
  };
}

/** The name without the part's own prefix; null for another namespace. */
function localName(name: string, prefix: string): string | null {
  const colon = name.indexOf(':') + 1;
  return colon === prefix.length && name.startsWith(prefix) ? name.slice(colon) : null;
}

/** Namespaces of the parts that are read (ECMA-376): transitional, strict, and the relationships. */
const own: readonly string[] = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
];
/** Namespaces of the attribute by which a workbook refers to its sheets. */
const relations: readonly string[] = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
];

/** Each of these namespaces must have one prefix throughout, `r` for relations, so that a prefix identifies an element or attribute. */
function assertNamespaces(attributes: string, prefix: string, isOutermost: boolean): void {
  let isOwn = false;
  if (attributes.includes('xmlns'))
    for (const [declared, space] of namespaces(attributes)) {
      const isPrefix = declared === prefix;
      if (own.includes(space) !== isPrefix || relations.includes(space) !== (declared === 'r:'))
        throw new StrangeXml('It gives its names another meaning.');
      isOwn ||= isPrefix;
    }
  if (isOutermost && !isOwn) throw new StrangeXml('It is no part of a workbook.');
}
