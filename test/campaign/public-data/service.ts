import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorAnswer, type SandboxAnswer, type SandboxRequest } from '../../../src/sandbox/answer.ts';
import { refuseCaller } from '../../../src/sandbox/authorize.ts';
import { writeBundle } from '../../../src/sandbox/bundle.ts';
import type { Credentials } from '../../../src/sandbox/credentials.ts';
import { answerSearch } from '../../../src/sandbox/data-endpoint.ts';
import { planPage } from '../../../src/sandbox/page-plan.ts';
import type { PageSource } from '../../../src/sandbox/page-source.ts';
import { route } from '../../../src/sandbox/route.ts';
import { answerToken } from '../../../src/sandbox/token-endpoint.ts';
import { openTokenBook } from '../../../src/sandbox/tokens.ts';
import { readRequest, sendAnswer } from '../../../src/sandbox/transport.ts';
import type { PublicStudy } from './studies.ts';

const PAGE_SIZE = 500;
const TOKEN_SECONDS = 3600;

/** The credentials; the data is public, so the secret protects nothing. */
const CREDENTIALS: Credentials = { partnerId: 'PUBLIC-DATA', clientId: 'public-data-client', clientSecret: 'public-data-secret' };

/** A running service over studies that others made. */
export interface PublicService {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  close(): Promise<void>;
}

/**
 * Serves studies over the whole partner interface on 127.0.0.1; port 0 takes any free one. `before`: awaited before a request with this
 * address is answered.
 */
export async function startPublicService(
  studies: readonly PublicStudy[],
  port = 0,
  before: (url: string) => Promise<unknown> = async () => undefined,
): Promise<PublicService> {
  const tokens = openTokenBook(TOKEN_SECONDS, () => performance.now());
  const pages = pagesOf(studies);
  const numbers = studies.map(({ number }) => number);

  function answer(request: SandboxRequest): SandboxAnswer {
    const found = route(request.url.split('?')[0] ?? '');
    if (found?.kind === 'token') return answerToken(request, CREDENTIALS, tokens);
    if (found?.kind !== 'data') return errorAnswer(404, 'not_found', 'There is no endpoint at this path.');
    return refuseCaller(request, CREDENTIALS, tokens) ?? answerSearch(request, found.resource, numbers, pages);
  }

  const server = createServer((incoming, response) => {
    readRequest(incoming, `http://${incoming.headers.host ?? ''}`)
      .then(async (request) => {
        await before(incoming.url ?? '');
        sendAnswer(response, request === null ? errorAnswer(413, 'too_large', 'The request body is too large.') : answer(request));
      })
      // A client that hangs up in the middle of its request ends that request only.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: CREDENTIALS,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function pagesOf(studies: readonly PublicStudy[]): PageSource {
  return {
    body(search, name, page) {
      const all = studies.find(({ number }) => number === search.study)?.records[name] ?? [];
      const records = search.id === null ? all : all.filter(({ id }) => id === search.id);
      const plan = planPage(records.length, PAGE_SIZE, page);
      return plan === null ? null : Buffer.from(writeBundle(search, plan, records.slice(plan.from, plan.to)));
    },
  };
}
