import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultBench } from './fault-bench.ts';

type Json = ReturnType<typeof JSON.parse>;

const labsPath = '/svc-apim/external/v2/crit/svc/api/observation';

/** All lab entries that the service holds now. Numbers keep their digits when they are written again. */
export async function labEntries(bench: FaultBench): Promise<readonly Json[]> {
  return (await labPages(bench)).flat();
}

/** The same, page by page. */
export async function labPages({ baseUrl, sandbox, study }: FaultBench): Promise<readonly (readonly Json[])[]> {
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  const grant = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope: 'full' };
  const asked = await fetch(`${baseUrl}/svc-apim/external/svc-oidc/oauth2/token`, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token: token }: Json = await asked.json();
  const found: Json[][] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ researchstudy: study, category: 'laboratory', page: String(page) }).toString();
    const answer = await fetch(`${baseUrl}${labsPath}?${query}`, {
      headers: { authorization: `Bearer ${token}`, 'x-partnerid': partnerId },
    });
    const bundle = parse(await answer.text());
    found.push(bundle.entry);
    if (!bundle.link.some(({ relation }: Json) => relation === 'next')) return found;
  }
}

/** The labs in pages of these sizes, with the rest on the last page; `last: false` omits the link to it. */
export function repaged(entries: readonly Json[], sizes: readonly number[], { last = true }: { readonly last?: boolean } = {}): Fault {
  const starts = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
  return {
    where: 'labs',
    alter: (answer, { url, baseUrl }) => {
      const page = Number(new URL(url, baseUrl).searchParams.get('page') ?? '1');
      const from = starts[page - 1] ?? entries.length;
      const shown = entries.slice(from, page === sizes.length ? undefined : from + (sizes[page - 1] ?? 0));
      const link = [
        ...(page < sizes.length ? [{ relation: 'next', url: linkTo(url, page + 1) }] : []),
        ...(last ? [{ relation: 'last', url: linkTo(url, sizes.length) }] : []),
      ];
      const bundle = { resourceType: 'Bundle', type: 'searchset', total: entries.length, link, entry: shown };
      return { ...answer, status: 200, body: Buffer.from(JSON.stringify(bundle)) };
    },
  };
}

function linkTo(url: string, page: number): string {
  const here = new URL(url, 'http://127.0.0.1');
  here.searchParams.set('page', String(page));
  return `${here.pathname}${here.search}`;
}

function parse(text: string): Json {
  const { rawJSON: raw } = JSON as unknown as { readonly rawJSON: (digits: string) => unknown };
  const keep = (_key: string, value: unknown, { source }: { readonly source?: string }): unknown =>
    typeof value === 'number' && source !== undefined ? raw(source) : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}
