import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { datasets } from '../../src/shared/datasets/datasets.ts';

/** A sandbox service with many labs, whose pages are prepared before the first request. */
export interface BenchService {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly study: string;
  stop(): Promise<void>;
}

const study = '22-001';

/** Properties of a service besides its labs. */
export interface ServiceOptions {
  readonly gzip?: boolean;
  /** Milliseconds before each answer. */
  readonly latency?: number;
}

async function startService(labs: number, { gzip = false, latency = 0 }: ServiceOptions = {}): Promise<BenchService> {
  const script = join(import.meta.dirname, '../../src/sandbox/main.ts');
  const options = ['--port', '0', '--json', '--pregenerate', '--labs', String(labs), '--page-size', '500', '--studies', study];
  if (gzip) options.push('--gzip');
  if (latency > 0) options.push('--latency', String(latency));
  const child = spawn(process.execPath, [script, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const early = ended.then(() => {
    throw new Error('The sandbox ended before it was ready.');
  });
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early]);
  const { baseUrl, partnerId, clientId, clientSecret } = JSON.parse(line) as Record<
    'baseUrl' | 'partnerId' | 'clientId' | 'clientSecret',
    string
  >;
  return {
    baseUrl,
    partnerId,
    clientId,
    clientSecret,
    study,
    stop: async () => {
      early.catch(() => undefined);
      child.kill();
      await ended;
    },
  };
}

/** Runs a service while `work` runs. */
export async function withService<T>(labs: number, options: ServiceOptions, work: (service: BenchService) => Promise<T>): Promise<T> {
  const service = await startService(labs, options);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

interface Page {
  readonly link: readonly { readonly relation: string }[];
  readonly entry: readonly unknown[];
}

/** The floor: fetches and parses every page of labs, one after the other, and keeps nothing. Returns the numbers of pages and entries. */
export async function fetchAndParse(service: BenchService, token: string): Promise<{ readonly pages: number; readonly entries: number }> {
  const headers = { authorization: `Bearer ${token}`, 'x-partnerid': service.partnerId };
  let entries = 0;
  for (let number = 1; ; number++) {
    const response = await fetch(
      `${service.baseUrl}${datasets.labs.endpoint.path}?researchstudy=${service.study}&category=laboratory&page=${String(number)}`,
      { headers },
    );
    const page = JSON.parse(await response.text()) as Page;
    entries += page.entry.length;
    if (!page.link.some(({ relation }) => relation === 'next')) return { pages: number, entries };
  }
}

export async function askToken(service: BenchService): Promise<string> {
  const body = new URLSearchParams({
    client_id: service.clientId,
    client_secret: service.clientSecret,
    grant_type: 'client_credentials',
    scope: 'full',
  });
  const response = await fetch(`${service.baseUrl}/svc-apim/external/svc-oidc/oauth2/token`, { method: 'POST', body });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}
