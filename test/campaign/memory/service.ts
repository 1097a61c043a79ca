import { createServer, type ServerResponse } from 'node:http';

/** What the service answers to page requests, and what to do before the first of them. */
export interface Answering {
  readonly beforeFirst: () => void;
  readonly page: (page: number, response: ServerResponse) => void;
}

export interface AnsweringService {
  readonly baseUrl: string;
  answer(answering: Answering): void;
  close(): Promise<void>;
}

/** A service on this computer whose pages are set for each case. */
export async function startService(): Promise<AnsweringService> {
  let answering: Answering | null = null;
  let asked = false;
  const server = createServer((request, response) => {
    request.resume();
    response.on('error', () => undefined);
    const url = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'application/json');
    if (url.pathname.endsWith('/oauth2/token')) {
      response.end(JSON.stringify({ token_type: 'Bearer', access_token: 'token-of-a-test', expires_in: 3600 }));
      return;
    }
    if (!asked) answering?.beforeFirst();
    asked = true;
    answering?.page(Number(url.searchParams.get('page') ?? '1'), response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${String(typeof address === 'object' ? (address?.port ?? 0) : 0)}`,
    answer: (next) => {
      answering = next;
      asked = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
