import { afterEach, describe, expect, test } from 'vitest';
import { createService, type Service } from '../../src/core/client/service.ts';
import { judgePage } from '../../src/core/sync/read-page.ts';
import type { PageFacts } from '../../src/core/sync/page-walk.ts';
import { parseBundle } from '../../src/core/bundle/bundle.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { AppError } from '../../src/shared/errors.ts';
import { connectionTo, startHostileServer, swift, type Respond } from './hostile-server.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function serviceOf(page: Respond, token?: Respond): Promise<Service> {
  const server = await startHostileServer(token === undefined ? { page } : { page, token });
  const service = createService({ connection: connectionTo(server.baseUrl), secret: 'hush-hush', network: swift });
  cleanups.push(
    () => server.close(),
    () => {
      service.close();
    },
  );
  return service;
}

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error: unknown) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

function fetchLabs(service: Service): Promise<unknown> {
  return service.fetchPage(datasets.labs, '22-001', 1, (body) => body.toString());
}

describe('a page of a search (spec 2)', () => {
  const group = '{"resource":{"resourceType":"Group","identifier":[{"value":"22-001"}],"type":"person","member":[]}}';
  const judge = (head: string, resources: string): PageFacts => {
    const { entries, ...rest } = parseBundle(
      Buffer.from(`{"resourceType":"Bundle","type":"searchset",${head}"link":[],"entry":[${resources}]}`),
    );
    return judgePage(datasets.subjects, rest, entries.length, address);
  };
  const address = {
    url: new URL(`https://service.example${datasets.subjects.endpoint.path}?researchstudy=22-001`),
    study: '22-001',
    category: null,
  };

  test('a search for subjects returns one Group', () => {
    expect(judge('"total":1,', group).entries).toBe(1);
    expect(() => judge('"total":2,', `${group},${group}`)).toThrow(expect.objectContaining({ code: 'PROTOCOL' }) as Error);
  });

  test('the address of the structure definition is not needed to read a page', () => {
    for (const head of [
      '',
      '"identifier":{"value":"22-001"},',
      '"identifier":{"system":"https://elsewhere.example#Other","value":"22-001"},',
    ]) {
      expect(judge(head, group).entries).toBe(1);
    }
  });

  test('a page of another study is refused', () => {
    expect(() => judge('"identifier":{"value":"99-999"},', group)).toThrow(expect.objectContaining({ code: 'SECURITY' }) as Error);
  });
});

describe('what the interface leaves open', () => {
  test.each([400, 401, 403, 404, 500])('the body of an answer with status %i never appears in the error', async (status) => {
    const service = await serviceOf((_request, response) => {
      response.writeHead(status).end('{"error":"subject 0012 <b>secret-of-the-service</b>"}');
    });
    const failure = await failureOf(fetchLabs(service));
    expect(failure.message).not.toMatch(/0012|secret-of-the-service/);
    expect(failure.message).toContain('Mirrored data is unchanged');
  });

  test('another scope and any consented_on are accepted in a token answer', async () => {
    for (const rest of ['"scope":"part","consented_on":"yesterday"', '"consented_on":-1', '"scope":"full","consented_on":1e99']) {
      const service = await serviceOf(
        (_request, response) => {
          response.end('{}');
        },
        (_request, response) => {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(`{"token_type":"Bearer","access_token":"abc","expires_in":60,${rest}}`);
        },
      );
      expect(await fetchLabs(service)).toMatchObject({ read: '{}' });
    }
  });
});
