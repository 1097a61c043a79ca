import type { SandboxAnswer, SandboxRequest } from '../answer.ts';
import type { Strike } from './fault.ts';

/** The content of an answer as a strike wants it; what concerns the bytes on their way is left to `deliver`. */
export function alterAnswer(honest: SandboxAnswer, request: SandboxRequest, strike: Strike): SandboxAnswer {
  let answer = strike.alter === undefined ? honest : strike.alter(honest, request);
  if (strike.edit !== undefined) answer = withText(answer, (text) => editJson(text, strike.edit ?? []));
  if (strike.links !== undefined) answer = withText(answer, (text) => rewriteLinks(text, request, strike.links ?? []));
  for (const [pattern, replacement] of strike.replace ?? []) {
    answer = withText(answer, (text) => text.replaceAll(new RegExp(pattern, 'g'), replacement));
  }
  if (strike.body !== undefined) answer = { ...answer, body: bytesOf(strike.body) };
  return { ...answer, status: strike.status ?? answer.status, headers: withHeaders(answer.headers, strike.headers ?? {}) };
}

function withText(answer: SandboxAnswer, change: (text: string) => string): SandboxAnswer {
  return { ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) };
}

function bytesOf(body: NonNullable<Strike['body']>): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(body.base64, 'base64');
}

function withHeaders(honest: Readonly<Record<string, string>>, change: Readonly<Record<string, string | null>>): Record<string, string> {
  const headers = { ...honest };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) Reflect.deleteProperty(headers, name);
    else headers[name] = value;
  }
  return headers;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
type Holder = Record<string, unknown>;

/** Numbers keep the digits that were written: they become marked texts until the whole is written again. */
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const MARK = '\u0001raw:';
const MARKED = /"\\u0001raw:((?:[^"\\]|\\.)*)"/g;

function mark(json: string): string {
  return MARK + Buffer.from(json).toString('base64');
}

function editJson(text: string, edits: NonNullable<Strike['edit']>): string {
  const whole = parseKeepingDigits(text);
  for (const [path, json] of edits) editAt(whole, path.split('.'), json);
  return writeMarked(whole);
}

function parseKeepingDigits(text: string): unknown {
  return parse(text, (_key, value, { source }) => (typeof value === 'number' && source !== undefined ? mark(source) : value));
}

function writeMarked(value: unknown): string {
  return JSON.stringify(value).replaceAll(MARKED, (_all, base64: string) => Buffer.from(base64, 'base64').toString('utf8'));
}

function editAt(holder: unknown, [step = '', ...rest]: readonly string[], json: string | null): void {
  if (typeof holder !== 'object' || holder === null) return;
  if (step === '*') {
    for (const key of Object.keys(holder)) editAt(holder, [key, ...rest], json);
  } else if (rest.length > 0) {
    editAt((holder as Holder)[step], rest, json);
  } else if (Array.isArray(holder)) {
    const at = step === '+' ? holder.length : Number(step);
    holder.splice(at, 1, ...(json === null ? [] : [mark(json)]));
  } else if (json === null) {
    Reflect.deleteProperty(holder, step);
  } else {
    (holder as Holder)[step] = mark(json);
  }
}

interface Link {
  readonly relation: string;
  readonly url: string;
}

function rewriteLinks(text: string, request: SandboxRequest, wanted: NonNullable<Strike['links']>): string {
  const whole = parseKeepingDigits(text);
  if (typeof whole !== 'object' || whole === null) return text;
  let links = ((whole as { readonly link?: readonly Link[] }).link ?? []).slice();
  for (const [relation, url] of wanted) {
    const at = links.findIndex((link) => link.relation === relation);
    const made = url === null ? [] : [{ relation, url: fillIn(url, request) }];
    links = at < 0 ? [...links, ...made] : links.toSpliced(at, 1, ...made);
  }
  return writeMarked({ ...whole, link: links });
}

function fillIn(template: string, { baseUrl, url }: SandboxRequest): string {
  const here = new URL(url, baseUrl);
  const page = Number(here.searchParams.get('page') ?? '1');
  here.searchParams.delete('page');
  const values: Readonly<Record<string, string>> = { here: here.href, origin: baseUrl, page: String(page), next: String(page + 1) };
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
