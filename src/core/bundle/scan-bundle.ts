import { code, notJson, scanKey, scanValue, skipSpace, type Tally } from './scan-json.ts';
import { limitExceeded, pageLimits } from './limits.ts';
import type { ResourceSpan } from './bundle-entry.ts';
import type { KnownShapes, PageText } from './known-shapes.ts';

export interface BundleScan {
  /** The Bundle's text without its entries: an array of them is `[]` there. */
  readonly head: string;
  readonly entries: readonly (ResourceSpan | null)[];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One walk over a page: proves that it is JSON within the limits and finds the resources in it.
 * Where a name occurs twice, the last one counts, as JSON parsers have it. Resources of a known shape are read on the way.
 */
export function scanBundle(page: PageText, start: number, shapes: KnownShapes | null): BundleScan {
  const { bytes } = page;
  const tally: Tally = { values: 0, keys: 0, inexact: false, surrogate: false };
  const first = skipSpace(bytes, start);
  const cuts: Span[] = [];
  let entries: readonly (ResourceSpan | null)[] = [];
  const end =
    bytes[first] !== code.openObject
      ? scanValue(bytes, first, 0, tally)
      : scanFields(bytes, first, 1, tally, (name, at) => {
          if (bytes[at] !== code.openArray || !isNamed(bytes, name, at, 'entry')) return scanValue(bytes, at, 1, tally);
          const found = scanEntries(page, at, tally, shapes);
          entries = found.entries;
          cuts.push({ start: at, end: found.end });
          return found.end;
        });
  const rest = skipSpace(bytes, end);
  if (rest !== bytes.length) throw notJson(rest);
  return { head: withoutEntries(bytes, first, end, cuts), entries };
}

function withoutEntries(bytes: Buffer, start: number, end: number, cuts: readonly Span[]): string {
  let head = '';
  let at = start;
  for (const cut of cuts) {
    head += `${bytes.toString('utf8', at, cut.start)}[]`;
    at = cut.end;
  }
  return head + bytes.toString('utf8', at, end);
}

/** Walks over an object's fields; `scanField` is told where the name and the value of each are, and walks over the value. */
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

/** Whether a name that was scanned is this one, its escapes resolved; between it and the value are space and one colon. */
function isNamed(bytes: Buffer, start: number, value: number, name: string): boolean {
  let length = 0;
  while (length < name.length && bytes[start + 1 + length] === name.charCodeAt(length)) length++;
  const next = bytes[start + 1 + length];
  if (length === name.length && next === code.quote) return true;
  if (!bytes.subarray(start, value).includes(code.backslash)) return false;
  return JSON.parse(bytes.toString('utf8', start, bytes.lastIndexOf(code.quote, value - 1) + 1)) === name;
}

function scanEntries(
  page: PageText,
  at: number,
  tally: Tally,
  shapes: KnownShapes | null,
): { readonly entries: readonly (ResourceSpan | null)[]; readonly end: number } {
  const { bytes } = page;
  tally.values++;
  const entries: (ResourceSpan | null)[] = [];
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeArray) return { entries, end: next + 1 };
  for (;;) {
    const entry = scanEntry(page, next, tally, shapes);
    entries.push(entry.resource);
    next = skipSpace(bytes, entry.end);
    if (bytes[next] === code.closeArray) return { entries, end: next + 1 };
    if (bytes[next] !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

function scanEntry(
  page: PageText,
  at: number,
  tally: Tally,
  shapes: KnownShapes | null,
): { readonly resource: ResourceSpan | null; readonly end: number } {
  const { bytes } = page;
  if (bytes[at] !== code.openObject) return { resource: null, end: scanValue(bytes, at, 2, tally) };
  if (++tally.values > pageLimits.values) throw limitExceeded('values');
  let resource: ResourceSpan | null = null;
  const end = scanFields(bytes, at, 3, tally, (name, value) => {
    if (!isNamed(bytes, name, value, 'resource')) return scanValue(bytes, value, 3, tally);
    resource = scanResource(page, value, tally, shapes);
    return resource.end;
  });
  return { resource, end };
}

function scanResource(page: PageText, start: number, tally: Tally, shapes: KnownShapes | null): ResourceSpan {
  tally.inexact = false;
  const known = shapes?.read(page, start, tally) ?? null;
  if (known !== null)
    return { start, end: known.end, keys: known.keys, inexact: tally.inexact, surrogate: false, scalars: known.scalars, newShape: false };
  tally.inexact = false;
  tally.surrogate = false;
  const keysBefore = tally.keys;
  const end = scanValue(page.bytes, start, 3, tally);
  return {
    start,
    end,
    keys: tally.keys - keysBefore,
    inexact: tally.inexact,
    surrogate: tally.surrogate,
    scalars: null,
    newShape: shapes?.isFull === false,
  };
}
