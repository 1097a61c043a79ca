import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { SandboxAnswer, SandboxRequest } from '../../../src/sandbox/answer.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { readRequest, sendAnswer } from '../../../src/sandbox/transport.ts';
import { canaryAt, type Canaries } from './canaries.ts';

/** A request, as far as a test may wait for it. */
export interface Asked {
  readonly endpoint: 'token' | 'labs' | 'other';
  readonly page: number;
}

/** The sandbox with a unique text in each text of each record, and with unique credentials and tokens. */
export interface CanaryService {
  readonly baseUrl: string;
  /** The demo's, since a development runtime opens no other data folder; so it is not a secret. */
  readonly partnerId: string;
  /** How many of the unique texts were sent so far, and how many fields (by path) contained one. */
  readonly sent: () => { readonly texts: number; readonly fields: number };
  /** Runs `work`, which makes such a request, and runs `act` when it comes, before it is answered. */
  whileAsked<T>(is: (asked: Asked) => boolean, act: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  setRevision(revision: number): void;
  close(): Promise<void>;
}

type Hold = { readonly is: (asked: Asked) => boolean; readonly act: () => Promise<void> };

/** `count`: the number of unique texts. */
export async function startCanaryService(canaries: Canaries, count: number, options: Partial<SandboxOptions>): Promise<CanaryService> {
  const sandbox = createSandbox({ port: 0, ...options, studies: [canaries.study] });
  const writer = recordWriter(canaries, count);
  let hold: Hold | null = null;
  const server = createServer((incoming, response) => {
    const serve = async (): Promise<void> => {
      const given = await readRequest(incoming, `http://${incoming.headers.host ?? ''}`);
      if (given === null) return;
      const asked = askedOf(given);
      const held = hold;
      if (held?.is(asked) === true) {
        hold = null;
        await held.act();
      }
      sendAnswer(response, answered(sandbox.answer(asSandbox(given)), asked));
    };
    serve().catch(() => response.destroy());
  });
  const { credentials } = sandbox;
  const pairs = [
    [canaries.clientSecret, credentials.clientSecret],
    [canaries.clientId, credentials.clientId],
    [`${canaries.token}.`, ''],
  ] as const;
  const plain = (text: string): string => pairs.reduce((sofar, [ours, theirs]) => sofar.replaceAll(ours, theirs), text);
  const asSandbox = (request: SandboxRequest): SandboxRequest => ({
    ...request,
    body: plain(request.body),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value === undefined ? value : plain(value)])),
  });
  const answered = (answer: SandboxAnswer, { endpoint }: Asked): SandboxAnswer => {
    if (answer.status !== 200) return answer;
    const body = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    if (endpoint === 'token') return withBody(answer, { ...body, access_token: `${canaries.token}.${String(body['access_token'])}` });
    const entries = (body['entry'] ?? []) as readonly Record<string, unknown>[];
    return withBody(answer, { ...body, entry: entries.map((entry) => ({ ...entry, resource: writer.mark(entry['resource']) })) });
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    partnerId: credentials.partnerId,
    baseUrl: `http://127.0.0.1:${String(typeof address === 'object' ? (address?.port ?? 0) : 0)}`,
    sent: writer.sent,
    whileAsked: async (is, act, work) => {
      const begun: Promise<void>[] = [];
      hold = {
        is,
        act: () => {
          const acting = act();
          begun.push(acting);
          return acting;
        },
      };
      const done = await work();
      if (begun.length === 0) throw new Error('The request that was waited for never came.');
      await Promise.all(begun);
      return done;
    },
    setRevision: (revision) => {
      sandbox.setRevision(revision);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      await sandbox.close();
    },
  };
}

function askedOf({ url }: SandboxRequest): Asked {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const endpoint = pathname.endsWith('/token') ? 'token' : searchParams.get('category') === 'laboratory' ? 'labs' : 'other';
  return { endpoint, page: Number(searchParams.get('page') ?? '1') };
}

function withBody(answer: SandboxAnswer, body: unknown): SandboxAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(body)) };
}

/** Puts the unique texts into records: always the same in the same place, since pages are read twice. */
function recordWriter(canaries: Canaries, count: number) {
  const texts = new Set<number>();
  const fields = new Set<string>();
  const canary = (path: string, seed: string): string => {
    const at = numberOf(seed) % count;
    texts.add(at);
    fields.add(path);
    return canaryAt(canaries, at);
  };
  const text = (path: string, value: string, seed: string): string => {
    if (path === 'resourceType' || value === canaries.study) return value;
    const own = canary(path, seed);
    // An invalid date is kept and listed as an issue: one in five, so that there is something to sort by.
    if (/^\d{4}-\d\d-\d\d/.test(value)) return numberOf(`${seed} date`) % 5 === 0 ? own : value;
    return value.includes('#') ? value.replace('#', `/${own}#`) : `${value} ${own}`;
  };
  const walk = (value: unknown, path: string, seed: string): unknown => {
    // A subject is the same wherever it is named.
    if (typeof value === 'string')
      return /^Patient\//.test(value) ? `${value}-${canary(path, value)}` : text(path, value, `${seed} ${path}`);
    if (typeof value === 'number') return Number.isInteger(value) || numberOf(seed) % 3 > 0 ? value : numberAt(`${seed} ${path}`);
    if (Array.isArray(value)) return value.map((item, at) => walk(item, `${path}[]`, `${seed} ${String(at)}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, walk(item, path === '' ? name : `${path}.${name}`, seed)]),
    );
  };
  const numberAt = (seed: string): number => canaries.numbers[numberOf(seed) % canaries.numbers.length] ?? 0;
  return {
    sent: () => ({ texts: texts.size, fields: fields.size }),
    mark: (resource: unknown): unknown => {
      const seed = createHash('sha256').update(JSON.stringify(resource)).digest('base64');
      const marked = walk(resource, '', seed) as Record<string, unknown>;
      // Fields that the interface does not describe, with unique texts in their names as well.
      return { ...marked, remark: canary('remark', `${seed} remark`), [canaryAt(canaries, 0)]: [canary('*', `${seed} name`)] };
    },
  };
}

/** FNV-1a, which is enough to spread the values. */
function numberOf(seed: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
