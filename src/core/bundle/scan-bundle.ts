import { code, notJson, scanKey, scanValue, skipSpace, type Tally } from './scan-json.ts';
import { limitExceeded, pageLimits } from './limits.ts';
import type { ItemSpans, ResourceSpan } from './bundle-entry.ts';
import type { RecordHints } from './known-shapes.ts';
import type { PageText } from './scalar-cache.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Receives the resources of a page in order; null for an entry without one. */
type TakeResource = (resource: ResourceSpan | null) => void;

/** The fields of a Bundle that are read (spec 2, Bundle). */
const headFields = ['resourceType', 'type', 'total', 'identifier', 'link', 'entry'] as const;

/**
 * Scans a page once: verifies that it is JSON within the limits and finds its resources. Returns the Bundle's text with an `entry` array
 * replaced by `[]` and the values of unread fields by `null`. If a name occurs twice, the last one counts, as in JSON parsers. Resources of
 * a known shape are read during the scan.
 */
export function scanBundle(page: PageText, start: number, hints: RecordHints, begin: () => TakeResource): string {
  const { bytes } = page;
  const tally: Tally = { values: 0, keys: 0, inexact: false, surrogate: false };
  const first = skipSpace(bytes, start);
  const cuts: (Span & { readonly by: string })[] = [];
  const end =
    bytes[first] !== code.openObject
      ? scanValue(bytes, first, 0, tally)
      : scanFields(bytes, first, 1, tally, (name, at) => {
          const field = headFields.find((known) => isNamed(bytes, name, at, known));
          const isEntries = field === 'entry' && bytes[at] === code.openArray;
          const ends = isEntries ? scanEntries(page, at, tally, hints, begin()) : scanValue(bytes, at, 1, tally);
          if (isEntries) cuts.push({ start: at, end: ends, by: '[]' });
          else if (field === undefined) cuts.push({ start: at, end: ends, by: 'null' });
          return ends;
        });
  const rest = skipSpace(bytes, end);
  if (rest !== bytes.length) throw notJson(rest);
  return withoutCuts(bytes, first, end, cuts);
}

function withoutCuts(bytes: Buffer, start: number, end: number, cuts: readonly (Span & { readonly by: string })[]): string {
  const left = cuts.reduce((length, cut) => length - (cut.end - cut.start) + cut.by.length, end - start);
  if (left > pageLimits.head) throw limitExceeded('head');
  let head = '';
  let at = start;
  for (const cut of cuts) {
    head += bytes.toString('utf8', at, cut.start) + cut.by;
    at = cut.end;
  }
  return head + bytes.toString('utf8', at, end);
}

/** Scans an object's fields. `scanField` gets the offsets of a name and its value, and scans the value. */
function scanFields(bytes: Buffer, at: number, depth: number, tally: Tally, scanField: (name: number, value: number) => number): number {
  if (depth > pageLimits.depth) throw limitExceeded('depth');
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeObject) return next + 1;
  for (;;) {
    const value = scanKey(bytes, next, tally);
    next = skipSpace(bytes, scanField(next, value));
    if (bytes[next] === code.closeObject) return next + 1;
    if (bytes[next] !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

/** Whether a scanned name equals `name`, with escapes resolved. Only white space and one colon lie between it and the value. */
function isNamed(bytes: Buffer, start: number, value: number, name: string): boolean {
  let length = 0;
  while (length < name.length && bytes[start + 1 + length] === name.charCodeAt(length)) length++;
  const next = bytes[start + 1 + length];
  if (length === name.length && next === code.quote) return true;
  if (!bytes.subarray(start, value).includes(code.backslash)) return false;
  return JSON.parse(bytes.toString('utf8', start, bytes.lastIndexOf(code.quote, value - 1) + 1)) === name;
}

function scanEntries(page: PageText, at: number, tally: Tally, hints: RecordHints, take: TakeResource): number {
  tally.values++;
  return scanItems(page.bytes, at, (next) => {
    const entry = scanEntry(page, next, tally, hints);
    take(entry.resource);
    return entry.end;
  });
}

/** Scans an array. `scanItem` gets the offset of each item and scans it. */
function scanItems(bytes: Buffer, at: number, scanItem: (at: number) => number): number {
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeArray) return next + 1;
  for (;;) {
    next = skipSpace(bytes, scanItem(next));
    if (bytes[next] === code.closeArray) return next + 1;
    if (bytes[next] !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

function scanEntry(
  page: PageText,
  at: number,
  tally: Tally,
  hints: RecordHints,
): { readonly resource: ResourceSpan | null; readonly end: number } {
  const { bytes } = page;
  if (bytes[at] !== code.openObject) return { resource: null, end: scanValue(bytes, at, 2, tally) };
  if (++tally.values > pageLimits.values) throw limitExceeded('values');
  let resource: ResourceSpan | null = null;
  const end = scanFields(bytes, at, 3, tally, (name, value) => {
    if (!isNamed(bytes, name, value, 'resource')) return scanValue(bytes, value, 3, tally);
    resource = scanResource(page, value, tally, hints);
    return resource.end;
  });
  return { resource, end };
}

function scanResource(page: PageText, start: number, tally: Tally, { shapes, repeated }: RecordHints): ResourceSpan {
  tally.inexact = false;
  const known = shapes?.read(page, start, tally) ?? null;
  if (known !== null) {
    const { end, keys, values, scalars } = known;
    return { start, end, keys, values, inexact: tally.inexact, surrogate: false, scalars, newShape: false, items: null };
  }
  tally.inexact = false;
  tally.surrogate = false;
  const [keysBefore, valuesBefore] = [tally.keys, tally.values];
  const { end, items, values } =
    repeated !== null && page.bytes[start] === code.openObject
      ? scanRepeating(page.bytes, start, tally, repeated)
      : { end: scanValue(page.bytes, start, 3, tally), items: null, values: 0 };
  return {
    start,
    end,
    keys: tally.keys - keysBefore,
    values: tally.values - valuesBefore - values,
    inexact: tally.inexact,
    surrogate: tally.surrogate,
    scalars: null,
    newShape: shapes?.isFull === false,
    items,
  };
}

/** Scans a resource and finds the items of its repeated part. `values`: number of values in that part. */
function scanRepeating(
  bytes: Buffer,
  start: number,
  tally: Tally,
  repeated: string,
): { readonly end: number; readonly items: ItemSpans | null; readonly values: number } {
  const found: { items: ItemSpans | null; values: number } = { items: null, values: 0 };
  tally.values++;
  const end = scanFields(bytes, start, 4, tally, (name, value) => {
    if (!isNamed(bytes, name, value, repeated)) return scanValue(bytes, value, 4, tally);
    const before = tally.values;
    found.items = null;
    const places: number[] = [];
    let longest = 0;
    const ends =
      bytes[value] !== code.openArray
        ? scanValue(bytes, value, 4, tally)
        : scanItems(bytes, value, (at) => {
            const itemEnds = scanValue(bytes, at, 5, tally);
            places.push(at, itemEnds);
            longest = Math.max(longest, itemEnds - at);
            return itemEnds;
          });
    if (bytes[value] === code.openArray) found.items = { start: value, end: ends, places, longest };
    found.values = tally.values - before;
    return ends;
  });
  return { end, ...found };
}
