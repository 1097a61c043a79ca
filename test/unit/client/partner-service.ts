import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A partner service that issues tokens, and answers data requests as the test wants. */
export interface PartnerService {
  readonly baseUrl: string;
  /** The requests in order: `token`, or path and query after `/api/`. */
  readonly asked: string[];
  readonly heard: IncomingMessage[];
  /** Fields of the token object. */
  token: Readonly<Record<string, unknown>>;
  answer: Answer;
  close(): void;
}

export const emptyPage = JSON.stringify({ resourceType: 'Bundle', type: 'searchset', total: 0, link: [], entry: [] });

export async function startPartnerService(): Promise<PartnerService> {
  const server = createServer((request, response) => {
    const isToken = request.url?.endsWith('/token') === true;
    service.heard.push(request);
    service.asked.push(isToken ? 'token' : (request.url ?? '').replace(/^.*\/api\//, ''));
    if (isToken) response.end(JSON.stringify(service.token));
    else service.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: PartnerService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ asked: [], heard: [], token: { token_type: 'Bearer', access_token: 'token', expires_in: 3600 } },
    answer: (_request, response) => response.end(emptyPage),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
