import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';

export const TOKEN_PATH = '/svc-apim/external/svc-oidc/oauth2/token';
export const DATA_PATH = '/svc-apim/external/v2/crit/svc/api/';
export const STUDIES = ['22-001', '23-014', '24-006'] as const;

/** The five searches of the specification (section 4). */
export const SEARCHES = {
  subjects: { path: 'Group', category: null },
  medications: { path: 'MedicationStatement', category: null },
  labs: { path: 'observation', category: 'laboratory' },
  vitals: { path: 'observation', category: 'vital-signs' },
  responses: { path: 'DiagnosticReport', category: null },
} as const;

export type DatasetName = keyof typeof SEARCHES;
export const DATASETS = ['subjects', 'medications', 'labs', 'vitals', 'responses'] as const satisfies readonly DatasetName[];

/** A sandbox on a free port with a token for it. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly headers: Record<string, string>;
  get(pathAndQuery: string, headers?: Record<string, string>): Promise<Response>;
}

/** One answered page. */
export interface Page {
  readonly text: string;
  readonly bundle: Bundle;
}

export interface Bundle {
  readonly resourceType: string;
  readonly identifier: { readonly system: string; readonly value: string };
  readonly type: string;
  readonly total: number;
  readonly link: readonly { readonly relation: string; readonly url: string }[];
  // oxlint-disable-next-line typescript/no-explicit-any -- the resources are what the tests look into
  readonly entry: readonly { readonly fullUrl: string; readonly resource: any }[];
}

export async function startService(options: Partial<SandboxOptions> = {}): Promise<Service> {
  const sandbox = createSandbox({ port: 0, ...options });
  const baseUrl = await sandbox.listen();
  const answered = await fetch(baseUrl + TOKEN_PATH, { method: 'POST', body: tokenForm(sandbox) });
  const token = (await answered.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-partnerid': sandbox.credentials.partnerId };
  return { sandbox, baseUrl, headers, get: (path, own = headers) => fetch(baseUrl + path, { headers: own }) };
}

export function tokenForm(sandbox: Sandbox, change: Record<string, string> = {}): URLSearchParams {
  const { clientId, clientSecret } = sandbox.credentials;
  return new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope: 'full',
    ...change,
  });
}

/** The path and query of a search. */
export function searchPath(study: string, dataset: DatasetName, page?: number): string {
  const { path, category } = SEARCHES[dataset];
  const query = `researchstudy=${study}${category === null ? '' : `&category=${category}`}`;
  return `${DATA_PATH}${path}?${query}${page === undefined ? '' : `&page=${page}`}`;
}

/** Follows `next` from the first page to the last. */
export async function walk(service: Service, study: string, dataset: DatasetName): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let url: string | undefined = service.baseUrl + searchPath(study, dataset);
  while (url !== undefined) {
    const answered: Response = await fetch(url, { headers: service.headers });
    if (answered.status !== 200) throw new Error(`${answered.status} for ${url}`);
    const text = await answered.text();
    const bundle = JSON.parse(text) as Bundle;
    pages.push({ text, bundle });
    url = bundle.link.find(({ relation }) => relation === 'next')?.url;
  }
  return pages;
}

/** All resources of a dataset. */
export async function resources(
  service: Service,
  study: string,
  dataset: DatasetName,
): Promise<readonly Bundle['entry'][number]['resource'][]> {
  return (await walk(service, study, dataset)).flatMap(({ bundle }) => bundle.entry.map(({ resource }) => resource));
}

/** The record's own key: the id, or the assessment id of a DiagnosticReport. */
export function keyOf(resource: Bundle['entry'][number]['resource']): string {
  return resource.id ?? resource.identifier[0].value;
}
