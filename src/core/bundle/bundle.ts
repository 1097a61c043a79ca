import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../../shared/errors.ts';
import { SentNumber, isJsonObject, ownProperty, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { BundleEntry } from './bundle-entry.ts';
import { limitExceeded, pageLimits } from './limits.ts';
import type { RecordHints } from './known-shapes.ts';
import { viewOf } from './scalar-cache.ts';
import { parseJson } from './parse-json.ts';
import { scanBundle } from './scan-bundle.ts';
import { code, skipSpace } from './scan-json.ts';

export interface BundleLink {
  readonly relation: string;
  readonly url: string;
}

/** Link relations that refer to other pages. */
const pagingRelations: ReadonlySet<string> = new Set(['self', 'first', 'previous', 'next', 'last']);
/** Most characters of all links together. */
const MOST_LINKS = 16_384;

/** What a page says about itself (spec 2, Bundle). */
export interface BundleHead {
  /** Number of matching records; null if the service sends none. */
  readonly total: number | null;
  /** The study number in `identifier.value`; null if missing. */
  readonly identifier: string | null;
  readonly links: readonly BundleLink[];
}

export interface Bundle extends BundleHead {
  readonly entries: readonly BundleEntry[];
}

/**
 * Parses a page: strict UTF-8 (a byte order mark is accepted), strict JSON, within the limits. Records are not checked here. Throws
 * PROTOCOL if it is not a searchset Bundle, LIMIT if it is too large.
 */
export function parseBundle(body: Buffer): Bundle {
  return parseRepeating(body, null);
}

/** Like `parseBundle`, but the named part of a resource is read item by item, however large it is; null: no such part. */
export function parseRepeating(body: Buffer, repeated: string | null): Bundle {
  let entries: BundleEntry[] = [];
  const { head } = readBundle(body, { shapes: null, repeated }, () => {
    entries = [];
    return (entry) => entries.push(entry);
  });
  return { ...head, entries };
}

/**
 * Reads a page entry by entry without keeping entries. `begin` returns the function that receives them. If the page repeats its `entry`
 * field, earlier entries are void and `begin` is called again. Received entries are valid only after this returns.
 */
export function readBundle(
  body: Buffer,
  hints: RecordHints,
  begin: () => (entry: BundleEntry) => void,
): { readonly head: BundleHead; readonly entries: number } {
  if (body.length > pageLimits.body) throw limitExceeded('body');
  if (!isUtf8(body)) throw notABundle('its bytes are not UTF-8 text');
  const start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  refuseMarkup(body, skipSpace(body, start));
  const ascii = isAscii(body);
  let entries = 0;
  const head = scanBundle({ bytes: body, view: viewOf(body), ascii }, start, hints, () => {
    const take = begin();
    entries = 0;
    return (span) => {
      entries++;
      take(new BundleEntry(body, ascii, span));
    };
  });
  return { head: readHead(parseJson(head, true)), entries };
}

function refuseMarkup(body: Buffer, start: number): void {
  if (start === body.length) throw notABundle('it is empty');
  if (body[start] !== code.less) return;
  const opening = body.toString('latin1', start, start + 512).toLowerCase();
  if (!opening.includes('<html') && !opening.includes('<!doctype html')) throw notABundle('it is XML or another markup');
  throw new AppError(
    'PROTOCOL',
    'A web page came back instead of data: a login page or captive portal of your network answered instead of the service. The earlier copy stays. Sign in to that network, check the base address, then sync again.',
  );
}

function notABundle(reason: string): AppError {
  return new AppError(
    'PROTOCOL',
    `The service's answer is not a search result of this interface: ${reason}. The earlier copy stays. Try again; if it happens again, tell the data provider.`,
  );
}

function readHead(value: JsonValue): BundleHead {
  if (!isJsonObject(value)) throw notABundle('it is not an object');
  if (ownProperty(value, 'resourceType') !== 'Bundle') throw notABundle('its resourceType is not Bundle');
  if (ownProperty(value, 'type') !== 'searchset') throw notABundle('its type is not searchset');
  const entry = ownProperty(value, 'entry');
  if (entry !== undefined && !Array.isArray(entry)) throw notABundle('its entry is not an array');
  return { total: readTotal(value), identifier: readIdentifier(value), links: readLinks(value) };
}

function readTotal(head: JsonObject): number | null {
  const total = ownProperty(head, 'total');
  if (total === undefined) return null;
  // A negative or huge total will not add up, which the sync detects.
  const number = total instanceof SentNumber ? Number(total.text) : total;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw notABundle('its total is not a whole number');
  return number;
}

function readIdentifier(head: JsonObject): string | null {
  const identifier = ownProperty(head, 'identifier');
  if (identifier === undefined) return null;
  const value = isJsonObject(identifier) ? ownProperty(identifier, 'value') : undefined;
  if (value === undefined && isJsonObject(identifier)) return null;
  if (typeof value !== 'string') throw notABundle('its identifier is not a text');
  return value;
}

function readLinks(head: JsonObject): readonly BundleLink[] {
  const links = ownProperty(head, 'link');
  if (links === undefined) return [];
  if (!Array.isArray(links)) throw notABundle('its link is not an array');
  const read = links.map((link: JsonValue) => {
    const relation = isJsonObject(link) ? ownProperty(link, 'relation') : undefined;
    const url = isJsonObject(link) ? ownProperty(link, 'url') : undefined;
    if (typeof relation !== 'string' || typeof url !== 'string') throw notABundle('one of its links has no relation or no url');
    return { relation, url };
  });
  // Links are stored for every page.
  const paging = read.filter(({ relation }) => pagingRelations.has(relation));
  if (paging.reduce((length, { url }) => length + url.length, 0) > MOST_LINKS)
    throw notABundle('its links are longer than 16,384 characters');
  return paging;
}
