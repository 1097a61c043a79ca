import { attribute, assertAttributes, namespaces, StrangeXml } from './xml-text.ts';

/**
 * What is told of a part of a workbook: the elements of its own namespace by their names without a prefix, and none that stands inside
 * of another namespace's, which programs may leave out.
 */
export interface XmlListener {
  /** `attributes`: as they stand, see `attribute`. `within`: the element around it; empty for the outermost. */
  readonly open: (name: string, attributes: string, within: string) => void;
  readonly text: (text: string) => void;
  /** Also after `open` for an element that holds nothing. */
  readonly close: (name: string) => void;
}

/** Characters of one tag, and of the text between two: a cell holds 32,767 characters, of which each may be written as six. */
const longestTag = 64 * 1024;
const longestText = 1024 * 1024;
/** Elements inside of each other: a workbook has a dozen. */
const deepest = 256;

export interface XmlScanner {
  readonly push: (xml: string) => void;
  /** Throws where it ends before its outermost element does. */
  readonly end: () => void;
}

/**
 * Walks over the XML of a workbook as it comes, holding no more than one tag or text of it. It knows what spreadsheet programs write:
 * elements, attributes and texts. Declarations of types, entities, comments and marked sections are refused, so nothing is ever fetched
 * or multiplied; and so is what two readers could understand in two ways. Throws StrangeXml.
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

/** Keeps which elements are open, and tells of those that are the part's own. */
function openElements(listener: XmlListener): Elements {
  const open: string[] = [];
  /** Of the part's own namespace with its colon; null before the outermost element. */
  let prefix: string | null = null;
  /** How deep the first element of another namespace stands; none: beyond any depth. */
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

/** Without the part's own prefix; null for one of another namespace. */
function localName(name: string, prefix: string): string | null {
  const colon = name.indexOf(':') + 1;
  return colon === prefix.length && name.startsWith(prefix) ? name.slice(colon) : null;
}

/** Of the parts that are read (ECMA-376): transitional, strict, and the lists of what belongs to what. */
const own: readonly string[] = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
  'http://schemas.openxmlformats.org/package/2006/relationships',
];
/** Of the attribute by which a workbook names its sheets. */
const relations: readonly string[] = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
];

/** One prefix for each of those namespaces throughout, `r` for relations: so a prefix tells what an element or attribute is. */
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
