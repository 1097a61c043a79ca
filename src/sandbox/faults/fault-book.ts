import type { SandboxRequest } from '../answer.ts';
import type { Credentials } from '../credentials.ts';
import { datasetOf, route } from '../route.ts';
import type { TokenBook } from '../tokens.ts';
import type { Aim, Fault, SeenRequest, Strike } from './fault.ts';

/** Keeps the faults that are set, counts the requests, and says which faults strike each. */
export interface FaultBook {
  /** Replaces all faults; requests and tokens are counted anew and forgotten. */
  set(faults: readonly Fault[]): void;
  /** Takes a request in; the faults that strike it, and what to call when its answer was sent or the client hung up. */
  meet(request: SandboxRequest): { readonly strikes: readonly Strike[]; readonly ended: (how: 'answered' | 'hung-up') => void };
  seen(): readonly SeenRequest[];
}

interface Armed {
  readonly fault: Fault;
  left: number;
}

export function openFaultBook(credentials: Credentials, tokens: TokenBook, faults: readonly Fault[]): FaultBook {
  let armed: Armed[] = [];
  let requests: { -readonly [field in keyof SeenRequest]: SeenRequest[field] }[] = [];
  let attempts = new Map<string, number>();
  let tokensBefore = 0;
  const set = (wanted: readonly Fault[]): void => {
    armed = wanted.map((fault) => ({ fault, left: fault.times ?? Infinity }));
    requests = [];
    attempts = new Map();
    tokensBefore = tokens.issued().length;
  };
  set(faults);
  return {
    set,
    seen: () => requests.map((request) => ({ ...request })),
    meet(request) {
      const target = targetOf(request);
      const key = JSON.stringify(target);
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const token = bearerOf(request);
      const nth = token === null ? 0 : tokens.issued().indexOf(token) + 1 - tokensBefore;
      const seen = {
        at: performance.now(),
        ...target,
        attempt,
        method: request.method,
        headers: Object.keys(request.headers),
        token: token === null ? ('none' as const) : tokens.state(token),
        nthToken: nth > 0 ? nth : null,
        secretIn: placesOf(credentials.clientSecret, request),
        ended: 'open' as SeenRequest['ended'],
      };
      const striking = armed.filter(({ fault, left }) => left > 0 && strikes(fault, seen));
      for (const one of striking) one.left -= 1;
      requests.push(seen);
      return {
        strikes: striking.map(({ fault }) => fault),
        ended: (how) => {
          if (seen.ended === 'open') seen.ended = how;
        },
      };
    },
  };
}

function targetOf(request: SandboxRequest): Pick<SeenRequest, 'endpoint' | 'study' | 'page'> {
  const [path = '', text = ''] = request.url.split('?');
  const found = route(path);
  if (found?.kind === 'token') return { endpoint: 'token', study: null, page: null };
  if (found?.kind !== 'data') return { endpoint: 'other', study: null, page: null };
  const query = new URLSearchParams(text);
  const endpoint = datasetOf(found.resource, query.get('category')) ?? 'other';
  return { endpoint, study: query.get('researchstudy'), page: Number(query.get('page') ?? '1') };
}

function strikes(aim: Aim, request: SeenRequest): boolean {
  const { where = 'data', study, pages, attempts, withToken } = aim;
  const [from, to] = attempts ?? [1, null];
  if (where === 'data' ? request.endpoint === 'token' : where !== 'all' && where !== request.endpoint) return false;
  if (study !== undefined && study !== request.study) return false;
  if (pages !== undefined && (request.page === null || !pages.includes(request.page))) return false;
  if (withToken !== undefined && withToken !== request.nthToken) return false;
  return request.attempt >= from && (to === null || request.attempt <= to);
}

function bearerOf(request: SandboxRequest): string | null {
  return /^bearer (.+)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? null;
}

function placesOf(secret: string, request: SandboxRequest): SeenRequest['secretIn'] {
  const places = { url: request.url, headers: JSON.stringify(request.headers), body: request.body } as const;
  return (['url', 'headers', 'body'] as const).filter((place) => places[place].includes(secret));
}
