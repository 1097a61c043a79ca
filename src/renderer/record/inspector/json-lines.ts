export interface JsonPart {
  readonly kind: 'name' | 'text' | 'number' | 'word' | 'mark';
  readonly text: string;
}

export interface JsonLine {
  readonly parts: readonly JsonPart[];
  /** Whether the line belongs to something that the declaration does not describe. */
  readonly marked: boolean;
}

/** Maximum line length in characters at which a whole object or array is put on one line. */
const shortest = 72;

/**
 * Formats JSON text in lines with an indent of two spaces; everything but white space stays as sent. `undescribed`: source paths whose
 * lines are marked. Text that is not JSON keeps its own lines.
 */
export function jsonLines(text: string, undescribed: readonly string[]): readonly JsonLine[] {
  const tree = readJsonTree(text);
  if (tree === null) return text.split('\n').map((line) => ({ parts: [{ kind: 'word', text: line }], marked: false }));
  const lines: JsonLine[] = [];
  print({ node: tree, path: '', indent: '', before: [], after: [], marked: false }, new Set(undescribed), lines);
  return lines;
}

/** Joins the lines, for the clipboard. */
export function linesText(lines: readonly JsonLine[]): string {
  return lines.map(({ parts }) => parts.map((part) => part.text).join('')).join('\n');
}

interface Printed {
  readonly node: JsonNode;
  readonly path: string;
  readonly indent: string;
  /** Parts before the value on its first line, and after it on its last line. */
  readonly before: readonly JsonPart[];
  readonly after: readonly JsonPart[];
  readonly marked: boolean;
}

function print({ node, path, indent, before, after, marked }: Printed, undescribed: ReadonlySet<string>, lines: JsonLine[]): void {
  const marks = marked || undescribed.has(path);
  const short = shortParts(node);
  const lead: readonly JsonPart[] = [mark(indent), ...before];
  if (short !== null && lengthOf([...lead, ...short]) <= shortest) {
    lines.push({ parts: [...lead, ...short, ...after], marked: marks });
    return;
  }
  if (node.type === 'scalar') {
    lines.push({ parts: [...lead, ...scalarParts(node.text), ...after], marked: marks });
    return;
  }
  if (node.type === 'object' && isFlat(node)) {
    printFlat(node.fields, { indent, lead, after, marked: marks }, lines);
    return;
  }
  const [open, close] = node.type === 'array' ? ['[', ']'] : ['{', '}'];
  const children = childrenOf(node, path);
  lines.push({ parts: [...lead, mark(open)], marked: marks });
  children.forEach((child, index) => {
    print({ ...child, indent: `${indent}  `, after: index < children.length - 1 ? [mark(',')] : [], marked: marks }, undescribed, lines);
  });
  lines.push({ parts: [mark(indent), mark(close), ...after], marked: marks });
}

/** Prints a flat object that is too long for one line: one line per field, with the brackets next to the first and the last. */
function printFlat(
  fields: Flat['fields'],
  { indent, lead, after, marked }: Pick<Printed, 'indent' | 'after' | 'marked'> & { readonly lead: readonly JsonPart[] },
  lines: JsonLine[],
): void {
  fields.forEach(({ name, value }, index) => {
    const before = index === 0 ? [...lead, mark('{ ')] : [mark(`${indent}  `)];
    const behind = index === fields.length - 1 ? [mark(' }'), ...after] : [mark(',')];
    lines.push({ parts: [...before, { kind: 'name', text: name }, mark(': '), ...scalarParts(value.text), ...behind], marked });
  });
}

interface Flat {
  readonly type: 'object';
  readonly fields: readonly { readonly name: string; readonly value: Extract<JsonNode, { readonly type: 'scalar' }> }[];
}

function isFlat(node: Extract<JsonNode, { readonly type: 'object' }>): node is Flat {
  return node.fields.every(({ value }) => value.type === 'scalar');
}

function childrenOf(node: Exclude<JsonNode, { type: 'scalar' }>, path: string): readonly Pick<Printed, 'node' | 'path' | 'before'>[] {
  if (node.type === 'array') return node.items.map((item) => ({ node: item, path: itemPath(path, item), before: [] }));
  return node.fields.map(({ name, value }) => {
    const plain = name.slice(1, -1);
    return { node: value, path: path === '' ? plain : `${path}.${plain}`, before: [{ kind: 'name', text: name }, mark(': ')] };
  });
}

/** In source paths, an extension is identified by the fragment of its URL; any other item is `[]`. */
function itemPath(path: string, item: JsonNode): string {
  const url =
    /(?:^|\.)extension$/.test(path) && item.type === 'object' ? item.fields.find(({ name }) => name === '"url"')?.value : undefined;
  if (url?.type !== 'scalar') return `${path}[]`;
  return `${path}[#${url.text.slice(url.text.indexOf('#') + 1).replace(/^"|"$/g, '')}]`;
}

/** Parts of a value that fits one line: a scalar, a flat object, or an array of at most one such value. Null for anything else. */
function shortParts(node: JsonNode): readonly JsonPart[] | null {
  if (node.type === 'scalar') return scalarParts(node.text);
  if (node.type === 'array') {
    if (node.items.length === 0) return [mark('[]')];
    const [only] = node.items;
    const inner = node.items.length === 1 && only !== undefined ? shortParts(only) : null;
    return inner === null ? null : [mark('['), ...inner, mark(']')];
  }
  if (node.fields.length === 0) return [mark('{}')];
  if (!isFlat(node)) return null;
  const parts = node.fields.flatMap(({ name, value }, index): readonly JsonPart[] => [
    ...(index > 0 ? [mark(', ')] : []),
    { kind: 'name', text: name },
    mark(': '),
    ...scalarParts(value.text),
  ]);
  return [mark('{ '), ...parts, mark(' }')];
}

function scalarParts(text: string): readonly JsonPart[] {
  if (text.startsWith('"')) return [{ kind: 'text', text }];
  return [{ kind: /^-?\d/.test(text) ? 'number' : 'word', text }];
}

function mark(text: string): JsonPart {
  return { kind: 'mark', text };
}

function lengthOf(parts: readonly JsonPart[]): number {
  return parts.reduce((sum, part) => sum + part.text.length, 0);
}

/** JSON as written: every scalar keeps its text, so that no digit or escape changes. */
export type JsonNode =
  | { readonly type: 'scalar'; readonly text: string }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'object'; readonly fields: readonly { readonly name: string; readonly value: JsonNode }[] };

const token = /\s*(?:([{}[\]:,])|("(?:[^"\\]|\\.)*")|([^\s{}[\]:,"]+))/y;

/** Parses JSON text without converting numbers; names keep their quotes. Null if it cannot be parsed. */
function readJsonTree(text: string): JsonNode | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  const reader = { tokens, at: 0 };
  const node = readNode(reader);
  return reader.at === tokens.length ? node : null;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function tokensOf(text: string): readonly string[] | null {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) return null;
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
    at = token.lastIndex;
  }
  return tokens;
}

function readNode(reader: Reader): JsonNode | null {
  const first = reader.tokens[reader.at++];
  if (first === undefined || /^[\]}:,]$/.test(first)) return null;
  if (first === '[') return readArray(reader);
  if (first === '{') return readObject(reader);
  return { type: 'scalar', text: first };
}

function readArray(reader: Reader): JsonNode | null {
  const items: JsonNode[] = [];
  const complete = readList(reader, ']', () => {
    const item = readNode(reader);
    if (item !== null) items.push(item);
    return item !== null;
  });
  return complete ? { type: 'array', items } : null;
}

function readObject(reader: Reader): JsonNode | null {
  const fields: { name: string; value: JsonNode }[] = [];
  const complete = readList(reader, '}', () => {
    const name = reader.tokens[reader.at++] ?? '';
    const value = reader.tokens[reader.at++] === ':' && name.startsWith('"') ? readNode(reader) : null;
    if (value !== null) fields.push({ name, value });
    return value !== null;
  });
  return complete ? { type: 'object', fields } : null;
}

/** Reads comma-separated items up to the closing bracket; false if the list is malformed. */
function readList(reader: Reader, close: string, readOne: () => boolean): boolean {
  if (reader.tokens[reader.at] === close) {
    reader.at++;
    return true;
  }
  for (;;) {
    if (!readOne()) return false;
    const next = reader.tokens[reader.at++];
    if (next === close) return true;
    if (next !== ',') return false;
  }
}
