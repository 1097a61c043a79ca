/** JSON as it was written: every scalar keeps its text, so that no digit and no escape changes. */
export type JsonNode =
  | { readonly type: 'scalar'; readonly text: string }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'object'; readonly fields: readonly { readonly name: string; readonly value: JsonNode }[] };

const token = /\s*(?:([{}[\]:,])|("(?:[^"\\]|\\.)*")|([^\s{}[\]:,"]+))/y;

/** Reads JSON text without turning anything into numbers; names keep their quotes. Null when it is no JSON. */
export function readJsonTree(text: string): JsonNode | null {
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

/** Reads what stands between commas up to the closing bracket; false where it breaks off. */
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
