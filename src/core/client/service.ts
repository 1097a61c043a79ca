import { AppError } from '../../shared/errors.ts';
import type { Connection } from '../../shared/connection.ts';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { addressOf, parseBaseUrl } from './base-url.ts';
import { createByteBudget, inFlightBytes, mostRequests, type ByteBudget } from './byte-budget.ts';
import { mayWantCertificate } from './certificate-wanted.ts';
import { createDoubtedToken, type DoubtedToken } from './doubted-token.ts';
import { createHttp, isOutdated, type Deadlines, type Http, type HttpAnswer } from './http.ts';
import type { PageAddress } from './links.ts';
import { mustBeDirect, parseProxy } from './proxy.ts';
import { createPacer, type Pacer } from './pacer.ts';
import { createServiceClock, type ServiceClock } from './service-clock.ts';
import { refusalOf } from './refusal.ts';
import { createFailureTimer, failureOf, withRetries, type Failure, type RetryRules, type Try } from './retry.ts';
import { createRunEnd } from './run-end.ts';
import { isBeyondCap, usualBackoff, type Backoff } from './status-policy.ts';
import { tokenAddressOf } from './token-address.ts';
import { createTokenSource, type AccessToken, type TokenSource } from './token.ts';
import type { ClientCertificate } from './trust.ts';

/** How a service is reached from this computer. */
export interface Route {
  /** Additional certificates to trust, PEM. */
  readonly extraPem?: string | null;
  /** Address of the proxy for a service that is not on this computer; see proxy.ts. */
  readonly proxy?: string | null;
  /** Proxy for a token address on another host. */
  readonly tokenProxy?: string | null;
  /** Shown to a gateway that asks for one, for tokens and for data, nowhere else. */
  readonly clientCertificate?: ClientCertificate | null;
}

/** Request settings of a run, independent of the route; all have defaults. */
export interface RunSettings {
  /** Refuse every service that is not on this computer. */
  readonly loopbackOnly?: boolean;
  readonly deadlines?: Deadlines;
  readonly backoff?: Backoff;
  readonly random?: () => number;
  /** Milliseconds of a monotonic clock, used for the token's lifetime. */
  readonly clock?: () => number;
}

export type NetworkSettings = Route & RunSettings;

export interface ServiceOptions {
  readonly connection: Connection;
  readonly secret: string;
  readonly signal?: AbortSignal | null;
  readonly network?: NetworkSettings;
  /** Called for waits that a person would notice. */
  readonly onPause?: RetryRules['onPause'];
  readonly onResume?: RetryRules['onResume'];
}

export type Searched = Pick<Dataset, 'endpoint' | 'title'>;

/** Reads a body, which it may take over. Throws PROTOCOL, LIMIT or SECURITY. */
export type Reader<T> = (body: Buffer, address: PageAddress) => T | Promise<T>;

export interface FetchedPage<T> {
  /** Result of the given reader. */
  readonly read: T;
  /** Call once the body is no longer held, because it counts against the bytes in flight. */
  readonly release: () => void;
}

/** The partner service for one run: one token, kept connections, shared limits. */
export interface Service {
  /**
   * Fetches a page of a search (spec 4) and reads it. If `read` throws PROTOCOL, the page is fetched once more. `signal` replaces the run's
   * signal for this page. Throws errors of a request, errors of `read`, AUTH, FORBIDDEN, SERVER, RATE, PROTOCOL, SECURITY.
   */
  fetchPage<T>(dataset: Searched, study: string, page: number, read: Reader<T>, signal?: AbortSignal): Promise<FetchedPage<T>>;
  addressOf(dataset: Searched, study: string, page: number): PageAddress;
  /** Requests only the token, to check the credentials. */
  token(): Promise<AccessToken>;
  /**
   * Why no further request for this study can succeed in this run (credentials refused by the study or for all, host unreachable), or null.
   */
  ended(study?: string): AppError | null;
  /** Seconds by which the service's clock is ahead of this computer's; null if it sent no time. */
  clockOffset(): number | null;
  close(): void;
}

/** Throws USAGE for an unusable base address or partner id; nothing is sent then. */
export function createService(options: ServiceOptions): Service {
  const { connection, secret, network = {} } = options;
  const base = parseBaseUrl(connection.baseUrl, { loopbackOnly: network.loopbackOnly ?? false });
  const tokenUrl = tokenAddressOf(connection, { loopbackOnly: network.loopbackOnly ?? false });
  assertHeaderText(connection.partnerId);
  const settings = {
    extraPem: network.extraPem ?? null,
    clientCertificate: network.clientCertificate ?? null,
    pins: connection.pins ?? null,
    ...(network.deadlines === undefined ? {} : { deadlines: network.deadlines }),
  };
  const showsCertificate = settings.clientCertificate !== null;
  const http = createHttp({ ...settings, proxy: proxyOf(base, network) });
  // Another host may have another proxy. It gets the secret, so it must prove a pinned key as well.
  const tokenHttp =
    tokenUrl.origin === base.origin ? http : createHttp({ ...settings, proxy: proxyOf(tokenUrl, { proxy: network.tokenProxy ?? null }) });
  const budget = createByteBudget();
  const clock = createServiceClock();
  const backoff = backoffOf(connection, network);
  const random = network.random ?? Math.random;
  const pacer = createPacer({ backoff, random, most: mostRequests, maxPerSecond: connection.maxRequestsPerSecond ?? null });
  const rules: RetryRules = {
    backoff,
    random,
    signal: options.signal ?? null,
    failureTimer: createFailureTimer(),
    onPause: options.onPause,
    onResume: options.onResume,
  };
  const source = createTokenSource({
    url: tokenUrl,
    connection,
    secret,
    http: tokenHttp,
    showsCertificate,
    budget,
    rules,
    ...(network.clock === undefined ? {} : { clock: network.clock }),
  });
  const end = createRunEnd(rules);
  const doubted = createDoubtedToken();
  const tokenLost = (error: unknown): never => {
    end.tokenFailed(error);
    throw error;
  };
  const tokens: TokenSource = {
    get: async () => source.get().catch(tokenLost),
    renew: async (refused) => {
      const renewed = await source.renew(refused).catch(tokenLost);
      doubted.doubt(renewed.value);
      return renewed;
    },
  };
  const line = { partnerId: connection.partnerId, http, showsCertificate, budget, clock, pacer, tokens, doubted, ended: () => end.of() };
  return {
    fetchPage: async (dataset, study, page, read, signal) => {
      // Datasets collected earlier may still need confirming.
      const over = end.of(study);
      if (over !== null) throw over;
      const address = pageAddress(base, dataset, study, page);
      const search = { study, dataset: dataset.title };
      const pageRules = signal === undefined ? rules : { ...rules, signal };
      try {
        const fetched = await fetchPage({ ...line, address, title: dataset.title, rules: pageRules }, read);
        end.answered(search);
        return fetched;
      } catch (error: unknown) {
        end.failed(search, error);
        throw error;
      }
    },
    addressOf: (dataset, study, page) => pageAddress(base, dataset, study, page),
    token: async () => tokens.get(),
    ended: (study) => end.of(study),
    clockOffset: () => clock.offset(),
    close: () => {
      http.close();
      tokenHttp.close();
    },
  };
}

/** How long a failing service is waited for: set by the run, otherwise by the connection. */
function backoffOf({ patienceSeconds }: Connection, { backoff = usualBackoff }: NetworkSettings): Backoff {
  return backoff === usualBackoff && patienceSeconds !== undefined ? { ...backoff, timeoutMs: patienceSeconds * 1000 } : backoff;
}

/** The proxy of a run, or null if the service is reached directly. Throws USAGE if it is unusable. */
export function proxyOf(base: URL, { proxy = null }: NetworkSettings): URL | null {
  return proxy === null || mustBeDirect(base) ? null : parseProxy(proxy);
}

/**
 * The address of a page. The first request has no `page`: only the service's links mention it (spec 2, link[].url), the table of required
 * parameters (spec 4) does not.
 */
function pageAddress(base: URL, dataset: Searched, study: string, page: number): PageAddress {
  const { path, category } = dataset.endpoint;
  const url = addressOf(base, path);
  url.searchParams.set('researchstudy', study);
  if (category !== null) url.searchParams.set('category', category);
  if (page > 1) url.searchParams.set('page', String(page));
  return { url, study, category };
}

interface Asking {
  readonly address: PageAddress;
  /** Title of the dataset. */
  readonly title: string;
  readonly partnerId: string;
  readonly http: Http;
  readonly showsCertificate: boolean;
  readonly budget: ByteBudget;
  readonly clock: ServiceClock;
  readonly pacer: Pacer;
  readonly rules: RetryRules;
  readonly tokens: TokenSource;
  readonly doubted: DoubtedToken;
  /** What ended the run; null while it goes on. */
  readonly ended: () => AppError | null;
}

async function fetchPage<T>(asking: Asking, read: Reader<T>): Promise<FetchedPage<T>> {
  let sent = '';
  const tryOnce = async (check: boolean): Promise<Try<FetchedPage<T>>> => {
    // Requested again before every attempt: after a wait, the token may be about to expire.
    const token = await asking.tokens.get();
    sent = token.value;
    return tryPage(asking, token, check, read);
  };
  return withRetries(
    async () => {
      try {
        return await tryOnce(true);
      } catch (error: unknown) {
        // A token that expired before a connection was ready is renewed. The next one is sent in any case, to avoid an endless loop of
        // tokens.
        if (isOutdated(error)) return tryOnce(false);
        throw error;
      }
    },
    async () => {
      await asking.tokens.renew(sent);
    },
    asking.rules,
  );
}

async function tryPage<T>(asking: Asking, token: AccessToken, check: boolean, read: Reader<T>): Promise<Try<FetchedPage<T>>> {
  let answer: HttpAnswer | null = null;
  const turn = await asking.pacer.enter(asking.rules.signal);
  // The run may have ended while this request waited for its turn.
  const over = asking.ended();
  if (over !== null) {
    turn.leave('other');
    throw over;
  }
  let held: number | null = null;
  try {
    answer = await sendPage(asking, token, check);
    const refusal = refusalOf(answer, asking, asking.doubted.isDoubted(token.value));
    if (refusal === null) asking.doubted.trust(token.value);
    const isBusy = answer.status === 429 || answer.status === 503;
    // Before the body is read: the next request need not wait for that.
    held = turn.leave(refusal === null ? 'good' : isBusy ? 'limited' : 'other', waitFor(refusal));
    if (refusal !== null) return { ok: false, failure: isBusy ? { ...refusal, held } : refusal };
    return { ok: true, value: { read: await read(answer.body, asking.address), release: answer.release } };
  } catch (error: unknown) {
    if (held === null) turn.leave('other');
    answer?.release();
    if (isOutdated(error)) throw error;
    return failureOf(error);
  }
}

/** Seconds for which all requests are to wait. A longer wait ends the run: nothing waits for it. */
function waitFor(refusal: Failure | null): number | null {
  const retryAfter = refusal?.retryAfter ?? null;
  return retryAfter !== null && isBeyondCap(retryAfter) ? null : retryAfter;
}

async function sendPage(
  { address, partnerId, http, budget, clock, rules }: Asking,
  token: AccessToken,
  check: boolean,
): Promise<HttpAnswer> {
  const sent = Date.now();
  const answer = await http.send({
    method: 'GET',
    url: address.url,
    headers: { accept: 'application/json', authorization: `Bearer ${token.value}`, 'x-partnerid': partnerId },
    limit: inFlightBytes,
    readsRefusal: mayWantCertificate,
    budget,
    signal: rules.signal,
    ...(check ? { isStillGood: () => !token.isOver() } : {}),
  });
  clock.note(answer.headers.date, sent, answer.arrived);
  return answer;
}

function assertHeaderText(partnerId: string): void {
  if (/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(partnerId)) return;
  throw new AppError(
    'USAGE',
    'The partner id holds characters that cannot be sent in a header. Nothing was sent. Correct it and try again.',
  );
}
