import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { SandboxAnswer, SandboxRequest } from './answer.ts';
import { CONTROL_PATH } from './route.ts';

const LARGEST_BODY = 16 * 1024;
/** Faults may carry whole answers. */
const LARGEST_CONTROL_BODY = 64 * 1024 * 1024;

/** Reads a request; `null` when its body is larger than any token request can be. */
export async function readRequest(incoming: IncomingMessage, baseUrl: string): Promise<SandboxRequest | null> {
  const largest = incoming.url?.startsWith(CONTROL_PATH) === true ? LARGEST_CONTROL_BODY : LARGEST_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > largest) return null;
    chunks.push(bytes);
  }
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return { method: incoming.method ?? '', url: incoming.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8'), baseUrl };
}

/** Packs an answer where the client accepts gzip. */
export type Packer = (answer: SandboxAnswer, acceptEncoding: string | undefined) => SandboxAnswer;

/** A packer that caches what it packed for as long as the body itself is kept (pre-generated pages). */
export function openPacker(): Packer {
  const known = new WeakMap<Buffer, Buffer>();
  return (answer, acceptEncoding) => {
    if (!acceptsGzip(acceptEncoding ?? '')) return answer;
    const body = known.get(answer.body) ?? gzipSync(answer.body, { level: 1 });
    known.set(answer.body, body);
    return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }, body };
  };
}

function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((one) => {
    const [coding = '', weight = 'q=1'] = one.trim().split(/\s*;\s*/);
    return coding.toLowerCase() === 'gzip' && Number(weight.replace(/^q=/i, '')) > 0;
  });
}

/** Sends an answer with its length. */
export function sendAnswer(response: ServerResponse, answer: SandboxAnswer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
}
