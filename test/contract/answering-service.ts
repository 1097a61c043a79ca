import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SandboxAnswer, SandboxRequest } from '../../src/sandbox/answer.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** Alters a genuine answer on its way; null hangs up without an answer. */
export type Alter = (answer: SandboxAnswer, request: SandboxRequest, count: number) => SandboxAnswer | null;

/** The sandbox behind a server that can alter its answers and records its requests. */
export interface AnsweringService {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  /** Requested addresses in order. */
  readonly asked: string[];
  /** The highest number of requests open at the same time. */
  busiest(): number;
  alter: Alter;
  /** Milliseconds before each answer. */
  latency: number;
  /** Resolves once nothing is in flight: requests sent before a run was cancelled may arrive after its end. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export async function startAnsweringService(options: Partial<SandboxOptions>): Promise<AnsweringService> {
  const sandbox = createSandbox({ port: 0, ...options });
  await sandbox.listen();
  let open = 0;
  let busiest = 0;
  const server = createServer((incoming, response) => {
    open += 1;
    busiest = Math.max(busiest, open);
    let body = '';
    incoming.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    incoming.on('end', () => {
      service.asked.push(incoming.url ?? '');
      const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
      const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers, body, baseUrl: `http://${headers['host'] ?? ''}` };
      const answer = service.alter(sandbox.answer(request), request, service.asked.length);
      void setTimeout(service.latency).then(() => {
        open -= 1;
        if (answer === null) response.destroy();
        else response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const service: AnsweringService = {
    sandbox,
    baseUrl: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    asked: [],
    busiest: () => busiest,
    alter: (answer) => answer,
    latency: 0,
    quiet: async () => {
      const connections = promisify(server.getConnections.bind(server));
      for (;;) {
        server.closeIdleConnections();
        if (open === 0 && (await connections()) === 0) return;
        await setTimeout(5);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
  return service;
}

/** Applies a fault to the searches whose address contains `part`. */
export function faultIn(part: string, fault: Alter): Alter {
  let count = 0;
  return (answer, request) => (request.url.toLowerCase().includes(part) ? fault(answer, request, ++count) : answer);
}

/** The answer with another body. */
export function text(answer: SandboxAnswer, change: (body: string) => string): SandboxAnswer {
  return { ...answer, body: Buffer.from(change(answer.body.toString())) };
}

export function pageOf({ url }: Pick<SandboxRequest, 'url'>): number {
  return Number(new URLSearchParams(url.split('?')[1]).get('page') ?? '1');
}
