import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { parseFaults } from '../../../src/sandbox/faults/parse-faults.ts';
import { parseArguments } from '../../../src/sandbox/options.ts';
import { workFolder } from '../../cli/carrel.ts';
import { searchPath, startService, tokenForm, TOKEN_PATH, type Bundle, type Service } from './service.ts';

const study = '22-001';
let service: Service;

beforeAll(async () => {
  service = await startService({ subjects: 2, pageSize: 40 });
});
beforeEach(() => service.sandbox.setFaults([]));
afterAll(async () => service.sandbox.close());

function labs(page = 1): Promise<Response> {
  return service.get(searchPath(study, 'labs', page));
}
async function bundleOf(fault: Fault, page = 1): Promise<Bundle> {
  service.sandbox.setFaults([fault]);
  return (await (await labs(page)).json()) as Bundle;
}

describe('a fault strikes', () => {
  test('only the requests that it targets, by endpoint, study, page and attempt', async () => {
    service.sandbox.setFaults([{ where: 'labs', study, pages: [2], attempts: [2, 3], status: 503 }]);
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) statuses.push((await labs(2)).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect((await labs(1)).status).toBe(200);
    expect((await service.get(searchPath('23-014', 'labs', 2))).status).toBe(200);
    expect((await service.get(searchPath(study, 'vitals', 2))).status).toBe(200);
  });

  test('at most as often as set, and only the n-th token', async () => {
    service.sandbox.setFaults([{ times: 1, status: 500 }]);
    expect([(await labs()).status, (await labs()).status]).toEqual([500, 200]);
    service.sandbox.setFaults([{ withToken: 1, status: 401 }]);
    // The service's own token is older than the faults.
    expect((await labs()).status).toBe(200);
    const form = tokenForm(service.sandbox);
    const { access_token } = (await (await fetch(service.baseUrl + TOKEN_PATH, { method: 'POST', body: form })).json()) as {
      access_token: string;
    };
    const again = await service.get(searchPath(study, 'labs', 1), { ...service.headers, authorization: `Bearer ${access_token}` });
    expect(again.status).toBe(401);
  });

  test('a token, which lives as long as set', async () => {
    service.sandbox.setFaults([{ where: 'token', lifetime: 0 }]);
    const answered = await fetch(service.baseUrl + TOKEN_PATH, { method: 'POST', body: tokenForm(service.sandbox) });
    const { access_token, expires_in } = (await answered.json()) as { access_token: string; expires_in: number };
    expect(expires_in).toBe(0);
    expect((await service.get(searchPath(study, 'labs', 1), { ...service.headers, authorization: `Bearer ${access_token}` })).status).toBe(
      401,
    );
    expect(service.sandbox.seen().map(({ endpoint, token, nthToken }) => [endpoint, token, nthToken])).toEqual([
      ['token', 'none', null],
      ['labs', 'expired', 1],
    ]);
  });
});

describe('the record of requests', () => {
  test('has endpoint, page and attempt, and where the secret was, but never the secret', async () => {
    await labs(3);
    await labs(3);
    await fetch(`${service.baseUrl}${TOKEN_PATH}?client_secret=${service.sandbox.credentials.clientSecret}`, { method: 'POST' });
    const seen = service.sandbox.seen();
    expect(seen.map(({ endpoint, page, attempt, token }) => [endpoint, page, attempt, token])).toEqual([
      ['labs', 3, 1, 'good'],
      ['labs', 3, 2, 'good'],
      ['token', null, 1, 'none'],
    ]);
    expect(seen[2]?.secretIn).toEqual(['url']);
    expect(JSON.stringify(seen)).not.toContain(service.sandbox.credentials.clientSecret);
  });

  test('shows a client that hangs up before its answer is complete', async () => {
    service.sandbox.setFaults([{ stop: { at: 0.5, how: 'silence' } }]);
    const control = new AbortController();
    const asked = fetch(service.baseUrl + searchPath(study, 'labs', 1), { headers: service.headers, signal: control.signal });
    await asked;
    control.abort();
    await expect.poll(() => service.sandbox.seen()[0]?.ended).toBe('hung-up');
  });
});

describe('content', () => {
  test('edits leave all other digits as written', async () => {
    const honest = await (await labs()).text();
    service.sandbox.setFaults([{ edit: [['total', '1e400']] }]);
    const edited = await (await labs()).text();
    expect(edited.replace('"total":1e400', '')).toBe(honest.replace(/"total":\d+/, ''));
  });

  test('edits reach every entry, and can add and remove', async () => {
    const bundle = await bundleOf({
      edit: [
        ['entry.*.resource.id', null],
        ['entry.0.resource.note', '{"a":1,"a":2}'],
        ['link.+', '{"relation":"more","url":"x"}'],
      ],
    });
    expect(bundle.entry.some(({ resource }) => 'id' in resource)).toBe(false);
    expect(bundle.entry[0]?.resource.note).toEqual({ a: 2 });
    expect(bundle.link.at(-1)).toEqual({ relation: 'more', url: 'x' });
  });

  test('links are rewritten, removed and added', async () => {
    const { link } = await bundleOf(
      {
        links: [
          ['next', 'https://elsewhere.example/{page}/{next}'],
          ['last', null],
          ['prev', '{here}&page=0'],
        ],
      },
      2,
    );
    expect(Object.fromEntries(link.map(({ relation, url }) => [relation, url]))).toEqual({
      self: expect.any(String),
      first: expect.any(String),
      next: 'https://elsewhere.example/2/3',
      prev: `${service.baseUrl}${searchPath(study, 'labs')}&page=0`,
    });
  });

  test('faults serve another page, revision or text, and combine', async () => {
    const second = await (await labs(2)).text();
    service.sandbox.setFaults([{ page: 2 }]);
    expect(await (await labs(5)).text()).toBe(second);
    service.sandbox.setFaults([
      { replace: [['Patient/', 'Patient/X']] },
      { replace: [['Patient/X', 'Patient/Y']], status: 418, headers: { 'x-more': 'yes' } },
    ]);
    const struck = await labs();
    expect([struck.status, struck.headers.get('x-more')]).toEqual([418, 'yes']);
    expect(await struck.text()).toContain('Patient/Y');
    service.sandbox.setFaults([{ revision: 1, pages: [4] }]);
    const before = await (await labs(1)).text();
    await labs(4);
    expect(await (await labs(1)).text()).not.toBe(before);
    service.sandbox.setRevision(0);
  });
});

describe('delivery', () => {
  test.each<readonly [string, Fault]>([
    ['in chunks', { framing: 'chunked' }],
    ['ended by closing', { framing: 'close' }],
    ['after informational answers', { informational: 5 }],
    ['slowly', { pace: { bytes: 8192, every: 1 } }],
    ['compressed', { packed: 'gzip' }],
  ])('%s is still the whole answer', async (_name, fault) => {
    const honest = await (await labs()).text();
    service.sandbox.setFaults([fault]);
    expect(await (await labs()).text()).toBe(honest);
  });

  test.each<readonly [string, Fault]>([
    ['cut by its length', { stop: { at: 0.5, how: 'close' } }],
    ['cut in its chunks', { framing: 'chunked', stop: { at: 0.98, how: 'close' } }],
    ['reset', { stop: { at: 0.1, how: 'reset' } }],
    ['closed within the header', { stop: { at: 'head', how: 'close' } }],
    ['closed at once', { stop: { at: 'start', how: 'close' } }],
    ['with a length that is too large', { length: 1_000_000 }],
    ['compressed with a wrong checksum', { packed: 'damaged' }],
    ['not HTTP', { raw: 'SSH-2.0\r\n' }],
  ])('%s fails', async (_name, fault) => {
    service.sandbox.setFaults([fault]);
    await expect(labs().then(async (answer) => answer.text())).rejects.toThrow();
  });

  test('packed twice is still packed once on arrival', async () => {
    const honest = await (await labs()).text();
    service.sandbox.setFaults([{ packed: 'twice' }]);
    expect(gunzipSync(Buffer.from(await (await labs()).arrayBuffer())).toString()).toBe(honest);
    service.sandbox.setFaults([{ body: gzipSync('x'), headers: { 'content-encoding': 'gzip' } }]);
    expect(await (await labs()).text()).toBe('x');
  });
});

describe('control from outside', () => {
  test('sets faults and reads requests, and is not struck by faults', async () => {
    const post = async (body: string): Promise<number> =>
      (await fetch(`${service.baseUrl}/sandbox/faults`, { method: 'POST', body })).status;
    expect(await post('[{"where":"all","status":500}]')).toBe(200);
    expect((await labs()).status).toBe(500);
    const seen = (await (await fetch(`${service.baseUrl}/sandbox/requests`)).json()) as readonly object[];
    expect(seen).toMatchObject([{ endpoint: 'labs', page: 1, attempt: 1, token: 'good' }]);
    expect(await post('[]')).toBe(200);
    expect((await labs()).status).toBe(200);
    expect(await post('{}')).toBe(400);
  });

  test.each([
    ['an object instead of a list', '{}'],
    ['invalid JSON', '['],
    ['an unknown field', '[{"statsu":500}]'],
    ['a field of the prototype', '[{"constructor":1}]'],
    ['a value of the wrong type', '[{"pages":"1"}]'],
    ['an invalid expression', '[{"replace":[["(","x"]]}]'],
    ['an invalid place', '[{"stop":{"at":2,"how":"close"}}]'],
  ])('%s is refused with a sentence', (_name, text) => {
    expect(parseFaults(text)).toMatch(/\w+\.$/);
  });

  test('takes a file of faults on the command line', () => {
    const { path, remove } = workFolder();
    const file = join(path, 'faults.json');
    writeFileSync(file, '[{"where":"labs","attempts":[1,null],"status":503}]');
    expect(parseArguments(['--faults', file])).toMatchObject({ kind: 'serve', options: { faults: [{ where: 'labs', status: 503 }] } });
    writeFileSync(file, '[{"wher":"labs"}]');
    expect(parseArguments(['--faults', file])).toMatchObject({ kind: 'problem', message: expect.stringContaining('wher') });
    expect(parseArguments(['--faults', join(path, 'none')])).toMatchObject({ kind: 'problem' });
    remove();
  });
});
