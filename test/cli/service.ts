import type { Json, Sandbox } from './carrel.ts';

/** What a caller needs to ask the service itself. */
export type Access = Pick<Sandbox, 'baseUrl' | 'partnerId' | 'clientId' | 'clientSecret'>;

const ROOT = '/svc-apim/external';

/** All resources of a search, read straight from the service: what a mirror must equal. */
export async function searchAll(
  service: Access,
  study: string,
  resource: string,
  parameters: Readonly<Record<string, string>>,
): Promise<readonly Json[]> {
  const token = await tokenOf(service);
  const found: Json[] = [];
  for (let page = 1; ; page++) {
    const url = new URL(`${ROOT}/v2/crit/svc/api/${resource}`, service.baseUrl);
    url.search = new URLSearchParams({ researchstudy: study, ...parameters, page: String(page) }).toString();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'x-partnerid': service.partnerId } });
    const bundle = parseKeepingDigits(await answer.text());
    found.push(...bundle.entry.map((entry: Json) => entry.resource));
    if (!bundle.link.some((link: { relation: string }) => link.relation === 'next')) return found;
  }
}

/** JSON with each number as the digits that were sent: `5.10` is not `5.1`. */
export function parseKeepingDigits(text: string): Json {
  const keep = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
    typeof value === 'number' ? { digits: context.source } : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}

async function tokenOf({ baseUrl, clientId, clientSecret }: Access): Promise<string> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope: 'full' });
  const answer = await fetch(new URL(`${ROOT}/svc-oidc/oauth2/token`, baseUrl), { method: 'POST', body });
  return String(((await answer.json()) as Record<string, unknown>)['access_token']);
}

/** The records of a CSV file by RFC 4180, written independently of the writer under test. */
export function readCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  for (let at = 0; at < text.length;) {
    const quoted = /"((?:[^"]|"")*)"|([^,\r\n]*)/y;
    quoted.lastIndex = at;
    const match = quoted.exec(text);
    records.at(-1)?.push(match?.[1]?.replaceAll('""', '"') ?? match?.[2] ?? '');
    at = quoted.lastIndex;
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      if (at < text.length) records.push([]);
    }
  }
  return records;
}
