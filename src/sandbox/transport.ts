import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SandboxAnswer, SandboxRequest } from './answer.ts';

const LARGEST_BODY = 16 * 1024;

/** Reads a request; `null` when its body is larger than any token request can be. */
export async function readRequest(incoming: IncomingMessage, baseUrl: string): Promise<SandboxRequest | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > LARGEST_BODY) return null;
    chunks.push(bytes);
  }
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { method: incoming.method ?? '', url: incoming.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8'), baseUrl };
}

/** Packs the body where the client accepts gzip. */
export function packed(answer: SandboxAnswer, acceptEncoding: string | undefined): SandboxAnswer {
  const accepted = (acceptEncoding ?? '').split(',').some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one));
  if (!accepted) return answer;
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' };
  return { ...answer, headers, body: gzipSync(answer.body, { level: 1 }) };
}

/** Sends an answer with its length. */
export function sendAnswer(response: ServerResponse, answer: SandboxAnswer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}
