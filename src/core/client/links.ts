import { AppError } from '../../shared/errors.ts';
import { parseUrl } from './base-url.ts';
import { unchanged } from './request-errors.ts';

/** The requested search. A link is only accepted as a page of it. */
export interface PageAddress {
  /** The requested address with its query. */
  readonly url: URL;
  readonly study: string;
  readonly category: string | null;
}

/**
 * Page number of a link. `none`: no such link; `unreadable`: a link without a page number; `impossible`: a number that cannot be a
 * following page.
 */
export type LinkedPage = { readonly kind: 'page'; readonly page: number } | { readonly kind: 'none' | 'unreadable' | 'impossible' };

export interface JudgedLinks {
  readonly next: LinkedPage;
  readonly last: LinkedPage;
  /** A link names another host or scheme: its page number was read, the host is never contacted. */
  readonly foreign: boolean;
}

const pagingRelations: ReadonlySet<string> = new Set(['self', 'first', 'last', 'next']);

/**
 * Reads page numbers from a Bundle's links (spec 2, general rules). Addresses are always rebuilt here, so host and scheme of a link do not
 * matter. A link to another study, category or endpoint is treated as an attack. Throws SECURITY.
 */
export function judgeLinks(links: readonly { readonly relation: string; readonly url: string }[], asked: PageAddress): JudgedLinks {
  const found = new Map<string, LinkedPage>();
  let foreign = false;
  for (const link of links) {
    if (!pagingRelations.has(link.relation)) continue;
    const url = link.url.length > 8192 ? null : parseUrl(link.url, asked.url.href);
    const page = readLink(link.relation, url, asked);
    if (url !== null && url.origin !== asked.url.origin) foreign = true;
    // A relation that occurs twice with different pages gives no page.
    const earlier = found.get(link.relation);
    found.set(link.relation, earlier === undefined || samePage(earlier, page) ? page : { kind: 'impossible' });
  }
  const none: LinkedPage = { kind: 'none' };
  return { next: found.get('next') ?? none, last: found.get('last') ?? none, foreign };
}

function readLink(relation: string, url: URL | null, asked: PageAddress): LinkedPage {
  if (url === null) return { kind: 'unreadable' };
  const query = lowerCaseQuery(url);
  if (names(query, 'researchstudy', asked.study)) throw attack(relation, 'study');
  if (names(query, 'category', asked.category ?? '')) throw attack(relation, 'category');
  const page = readPage(query.get('page') ?? []);
  // `//evil/x` or `data:…` without a page has no effect; with a page it pretends to be a page of another search.
  const mayLackPage = relation !== 'next' && /^https?:$/.test(url.protocol) && url.origin === asked.url.origin;
  if (page.kind === 'unreadable' && !mayLackPage) return page;
  if (comparable(url.pathname) !== comparable(asked.url.pathname)) throw attack(relation, 'endpoint');
  return page;
}

/** Query parameters with lower-case names: `ResearchStudy=` must not pass for another parameter. */
function lowerCaseQuery(url: URL): Map<string, string[]> {
  const query = new Map<string, string[]>();
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase();
    query.set(key, [...(query.get(key) ?? []), value]);
  }
  return query;
}

function names(query: ReadonlyMap<string, readonly string[]>, parameter: string, expected: string): boolean {
  return (query.get(parameter) ?? []).some((value) => value !== expected);
}

function readPage(values: readonly string[]): LinkedPage {
  const [value] = values;
  if (value === undefined) return { kind: 'unreadable' };
  if (values.length > 1 || /^-\d+$/.test(value)) return { kind: 'impossible' };
  if (!/^\d+$/.test(value)) return { kind: 'unreadable' };
  const page = Number(value);
  return page >= 1 && page <= Number.MAX_SAFE_INTEGER ? { kind: 'page', page } : { kind: 'impossible' };
}

/** The resource name occurs in either letter case (spec 4, rule 2), sometimes with a trailing slash. */
function comparable(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  const cut = trimmed.lastIndexOf('/') + 1;
  return trimmed.slice(0, cut) + trimmed.slice(cut).toLowerCase();
}

function samePage(one: LinkedPage, other: LinkedPage): boolean {
  return one.kind === 'page' && other.kind === 'page' ? one.page === other.page : one.kind === other.kind;
}

function attack(relation: string, what: string): AppError {
  return new AppError(
    'SECURITY',
    `The service sent a "${relation}" link to a different ${what} than the one requested. It was not followed. ${unchanged} Tell whoever runs the service.`,
  );
}
