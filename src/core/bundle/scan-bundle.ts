import { code, notJson, scanKey, scanValue, skipSpace, type Tally } from './scan-json.ts';
import { limitExceeded, pageLimits } from './limits.ts';
import type { ResourceSpan } from './bundle-entry.ts';

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
 * Where a name occurs twice, the last one counts, as JSON parsers have it.
 */
export function scanBundle(bytes: Buffer, start: number): BundleScan {
  const tally: Tally = { values: 0, keys: 0, inexact: false, surrogate: false };
  const first = skipSpace(bytes, start);
  const cuts: Span[] = [];
  let entries: readonly (ResourceSpan | null)[] = [];
  const end = bytes[first] !== code.openObject ? scanValue(bytes, first, 0, tally) : scanFields(bytes, first, 1, tally, (name, at) => {
    if (name !== 'entry' || bytes[at] !== code.openArray) return scanValue(bytes, at, 1, tally);
    const found = scanEntries(bytes, at, tally);
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

/** Walks over an object's fields; `scanField` walks over the value of each, or hands it to scanValue. */
function scanFields(bytes: Buffer, at: number, depth: number, tally: Tally, scanField: (name: string, at: number) => number): number {
  if (depth > pageLimits.depth) throw limitExceeded('depth');
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeObject) return next + 1;
  for (;;) {
    const value = scanKey(bytes, next, tally);
    next = skipSpace(bytes, scanField(nameAt(bytes, next, value), value));
    if (bytes[next] === code.closeObject) return next + 1;
    if (bytes[next] !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

/** The name that was just scanned, its escapes resolved: what lies between it and the value is space and one colon. */
function nameAt(bytes: Buffer, start: number, value: number): string {
  const quoted = bytes.toString('utf8', start, bytes.lastIndexOf(code.quote, value - 1) + 1);
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

function scanEntries(bytes: Buffer, at: number, tally: Tally): { readonly entries: readonly (ResourceSpan | null)[]; readonly end: number } {
  tally.values++;
  const entries: (ResourceSpan | null)[] = [];
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === code.closeArray) return { entries, end: next + 1 };
  for (;;) {
    const entry = scanEntry(bytes, next, tally);
    entries.push(entry.resource);
    next = skipSpace(bytes, entry.end);
    if (bytes[next] === code.closeArray) return { entries, end: next + 1 };
    if (bytes[next] !== code.comma) throw notJson(next);
    next = skipSpace(bytes, next + 1);
  }
}

function scanEntry(bytes: Buffer, at: number, tally: Tally): { readonly resource: ResourceSpan | null; readonly end: number } {
  if (bytes[at] !== code.openObject) return { resource: null, end: scanValue(bytes, at, 2, tally) };
  if (++tally.values > pageLimits.values) throw limitExceeded('values');
  let resource: ResourceSpan | null = null;
  const end = scanFields(bytes, at, 3, tally, (name, value) => {
    if (name !== 'resource') return scanValue(bytes, value, 3, tally);
    resource = scanResource(bytes, value, tally);
    return resource.end;
  });
  return { resource, end };
}

function scanResource(bytes: Buffer, start: number, tally: Tally): ResourceSpan {
  tally.inexact = false;
  tally.surrogate = false;
  const keysBefore = tally.keys;
  const end = scanValue(bytes, start, 3, tally);
  return { start, end, keys: tally.keys - keysBefore, inexact: tally.inexact, surrogate: tally.surrogate };
}
