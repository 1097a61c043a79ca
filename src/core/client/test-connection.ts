import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Connection, TestResult, TestStep } from '../../shared/connection.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import { reportOf } from '../../shared/errors.ts';
import { withoutCopy } from '../../shared/first-copy.ts';
import { parseBundle } from '../bundle/bundle.ts';
import { bareHost, parseBaseUrl } from './base-url.ts';
import { certificateWanted } from './certificate-wanted.ts';
import { connectionReport } from './connection-report.ts';
import { usualDeadlines } from './http.ts';
import { openTunnel } from './proxy-agent.ts';
import { ProxyWantsSignIn } from './proxy-sign-in.ts';
import { RefusedToken } from './refused-token.ts';
import { deadlineError, requestError } from './request-errors.ts';
import { attendedBackoff } from './status-policy.ts';
import { createService, proxyOf, type NetworkSettings, type Service } from './service.ts';
import { formatCountOf } from '../../shared/format-count.ts';
import { otherTokenHost } from './token-address.ts';
import { lookupOf } from './this-computer.ts';
import { createTrust, identityOf } from './trust.ts';

export interface ConnectionTest {
  readonly connection: Connection;
  readonly secret: string;
  readonly study: string;
  readonly network?: NetworkSettings;
  /** Carrel's version, for the report. */
  readonly version: string;
}

/** Result of a step: a sentence, and a word for the report. */
interface Finding {
  readonly says: string;
  readonly note: string;
  readonly skipped?: boolean;
}
type StepWork = () => Promise<Finding>;

/** Tests name, secure connection, token and study in this order; steps after a failed one are skipped. Stores nothing. Never throws. */
export async function testConnection(test: ConnectionTest): Promise<TestResult> {
  const notes = new Map<TestStep['step'], string>();
  const steps: TestStep[] = [];
  const service = (): Service =>
    (opened ??= createService({
      connection: test.connection,
      secret: test.secret,
      network: { backoff: attendedBackoff, ...test.network },
    }));
  let opened: Service | null = null;
  let proxyAsks: TestResult['proxyAsks'] = null;
  const work: readonly (readonly [TestStep['step'], StepWork])[] = [
    ['dns', async () => findName(test)],
    ['tls', async () => secureLine(test)],
    ['token', async () => proveCredentials(service(), otherTokenHost(test.connection))],
    ['study', async () => openStudy(service(), test)],
  ];
  for (const [step, run] of work) {
    const failed = steps.some(({ state }) => state === 'failed');
    const outcome = failed ? skippedStep(step) : await timed(step, run);
    steps.push(outcome.step);
    proxyAsks ??= outcome.proxyAsks ?? null;
    notes.set(step, outcome.note);
  }
  (opened as Service | null)?.close();
  return { steps, report: connectionReport(test, steps, notes), proxyAsks };
}

interface Timed {
  readonly step: TestStep;
  readonly note: string;
  readonly proxyAsks?: ProxyAsks;
}

async function timed(step: TestStep['step'], run: StepWork): Promise<Timed> {
  const started = performance.now();
  const took = (): number => Math.round(performance.now() - started);
  try {
    const { says, note, skipped } = await run();
    return { step: { step, state: skipped === true ? 'skipped' : 'ok', took: took(), says, code: null }, note };
  } catch (error: unknown) {
    const { code, message } = withoutCopy(reportOf(error));
    const about = error instanceof RefusedToken ? { about: error.about } : {};
    const failed = { step: { step, state: 'failed', took: took(), says: message, code, ...about }, note: code } as const;
    return error instanceof ProxyWantsSignIn ? { ...failed, proxyAsks: error.asks } : failed;
  }
}

function skippedStep(step: TestStep['step']): Timed {
  return { step: { step, state: 'skipped', took: 0, says: 'Not tried, because an earlier step failed.', code: null }, note: '' };
}

async function findName({ connection, network }: ConnectionTest): Promise<Finding> {
  const base = parseBaseUrl(connection.baseUrl, { loopbackOnly: network?.loopbackOnly ?? false });
  const host = bareHost(base);
  const proxy = proxyOf(base, network ?? {});
  if (proxy !== null) return { says: `Not needed: the proxy ${proxy.host} looks the name up.`, note: 'proxy', skipped: true };
  if (isIP(host) !== 0) return { says: 'The address is a number, so there is no name to look up.', note: 'address' };
  try {
    const found = await lookup(host, { all: true });
    return { says: `The address resolves to ${found.length === 1 ? 'one server' : `${found.length} servers`}.`, note: '' };
  } catch (error: unknown) {
    throw requestError(error, base.host);
  }
}

async function secureLine({ connection, network }: ConnectionTest): Promise<Finding> {
  const base = parseBaseUrl(connection.baseUrl);
  if (base.protocol === 'http:') return { says: 'Not needed: the service is on this computer.', note: 'loopback', skipped: true };
  const socket = await openLine(base, network ?? {}, connection.pins ?? null);
  const wait = (network?.deadlines ?? usualDeadlines).connect;
  const showsCertificate = (network?.clientCertificate ?? null) !== null;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(deadlineError('connect', base.host, wait)), wait);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(certificateWanted(error, base.host, showsCertificate) ?? requestError(error, base.host));
    });
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      const protocol = (socket.getProtocol() ?? 'TLS').replace('TLSv', 'TLS ');
      const until = new Date(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve({ says: `${protocol}, certificate valid until ${until.toISOString().slice(0, 10)}.`, note: protocol });
    });
  });
}

/** Opens a connection with its handshake started, directly or through the proxy. */
async function openLine(base: URL, network: NetworkSettings, pins: readonly string[] | null): Promise<TLSSocket> {
  const host = bareHost(base);
  const target = { host, port: Number(base.port === '' ? 443 : base.port), servername: isIP(host) === 0 ? host : '' };
  const behind = createTrust(network.extraPem ?? null, network.clientCertificate ?? null);
  const proxy = proxyOf(base, network);
  const identity = identityOf(pins);
  if (proxy === null) return connect({ ...target, ...lookupOf(base), secureContext: behind, rejectUnauthorized: true, ...identity });
  const trust = createTrust(network.extraPem ?? null);
  return openTunnel({ proxy, trust, behind, identity, wait: (network.deadlines ?? usualDeadlines).connect }, target, null);
}

/** `host`: of the token address, if it is not the service's. */
async function proveCredentials(service: Service, host: string | null): Promise<Finding> {
  const { lifetime } = await service.token();
  const span = lifetime >= 120 ? `${Math.round(lifetime / 60)} minutes` : formatCountOf(lifetime, 'second');
  const whose = host === null ? 'The service' : `The token endpoint at ${host}`;
  return { says: `${whose} accepted your id and secret for ${span}.`, note: `lifetime ${lifetime}` };
}

async function openStudy(service: Service, { study }: ConnectionTest): Promise<Finding> {
  const page = await service.fetchPage(datasets.subjects, study, 1, parseBundle);
  page.release();
  return { says: `Study ${study} is open to you.`, note: '' };
}
