import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { connectTo } from '../../cli/carrel.ts';
import { messagesOf, type FaultBench } from '../bench/fault-bench.ts';
import { onSmallest, tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

/** Part of every body; no part of a body may be shown. */
const bodyText = 'body-text-CNRY';

interface Refusal {
  readonly status: number;
  readonly body: string;
  readonly says: RegExp;
}

/** An error object as token endpoints send it (RFC 6749, 5.2). */
function coded(status: number, error: string, says: RegExp): Refusal {
  return { status, body: JSON.stringify({ error, error_description: bodyText, error_uri: bodyText }), says };
}

const refusals: readonly Refusal[] = [
  coded(400, 'invalid_request', /invalid_request, status 400.*--token-auth, --scope and --audience/),
  coded(400, 'invalid_client', /invalid_client, status 400.*--token-auth basic/),
  coded(401, 'invalid_client', /invalid_client, status 401.*--token-auth basic/),
  coded(200, 'invalid_client', /invalid_client, status 200.*--token-auth basic/),
  coded(400, 'invalid_grant', /invalid_grant, status 400/),
  coded(400, 'unauthorized_client', /unauthorized_client, status 400/),
  coded(400, 'unsupported_grant_type', /unsupported_grant_type, status 400.*--token-url/),
  coded(400, 'invalid_scope', /invalid_scope, status 400.*--scope/),
  coded(400, 'invalid_target', /invalid_target, status 400.*--audience/),
  coded(403, 'access_denied', /access_denied, status 403/),
  coded(400, bodyText, /names no error code of OAuth \(status 400\)/),
  { status: 400, body: `<h1>No required SSL certificate was sent</h1>${bodyText}`, says: /requires a client certificate \(status 400\)/ },
  { status: 496, body: bodyText, says: /requires a client certificate \(status 496\)/ },
  { status: 401, body: `<html>${bodyText}</html>`, says: /A gateway at .* refused the token request.*status 401/ },
  { status: 403, body: `<html>${bodyText}</html>`, says: /A gateway at .* refused the token request.*status 403/ },
];

const refused = refusals.map(({ status, body, says }): Variant => ({
  name: `${status} ${body.slice(0, 40)}`,
  faults: [{ where: 'token', status, body }],
  code: 10,
  check: (outcome, bench) => {
    const reported = messagesOf(outcome).join(' ');
    assert.match(reported, says);
    assert.ok(!outcome.text.includes(bodyText), 'text of the body was reported');
    assert.deepEqual([bench.seen('token').length, bench.seen('data').length], [1, 0], 'token and data requests');
  },
}));

/** Answered twice, then a token is granted: the same run continues. */
const passing = [
  coded(400, 'temporarily_unavailable', /./),
  coded(503, 'temporarily_unavailable', /./),
  { status: 503, body: '<html>', says: /./ },
].map(({ status, body }): Variant => ({
  name: `${status} ${body.slice(0, 40)}, twice`,
  faults: [{ where: 'token', status, body, times: 2 }],
  code: 0,
  check: (_outcome, bench) => assert.equal(bench.seen('token').length, 3, 'token requests'),
}));

/** Connects a new data folder through the command line, which must store nothing. */
async function tryConnect(bench: FaultBench, faults: readonly Fault[], code: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-connect-'));
  try {
    bench.faults(faults);
    const { partnerId, clientId, clientSecret } = bench.sandbox.credentials;
    const service = { baseUrl: bench.baseUrl, partnerId, clientId, clientSecret };
    const ended = await connectTo(service, folder, {}, ['--study', bench.study]);
    assert.equal(ended.code, code, ended.stderr);
    assert.equal(bench.seen('token').length > 0 && bench.seen('subjects').length > 0, true, 'a token and data were asked for');
    assert.equal(existsSync(join(folder, 'keys.json')), code === 0, 'a vault');
    assert.ok(!(ended.stdout + ended.stderr).includes(bodyText), 'text of the body was reported');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const tokenRefusalCases: readonly FaultCase[] = [
  {
    id: 'F73',
    title: 'a refused token request is explained by its error code, a required client certificate or a gateway, never by its body',
    run: async (bench) => tryVariants(bench, onSmallest(bench, refused)),
  },
  {
    id: 'F73',
    title: 'a token endpoint that is unavailable for a while is retried, and the same run continues',
    run: async (bench) => tryVariants(bench, onSmallest(bench, passing)),
  },
  {
    id: 'F74',
    title: 'connect --study stores nothing if a token is granted but every data request is refused',
    run: async (bench) => {
      await tryConnect(bench, [{ status: 401, body: bodyText }], 10);
      await tryConnect(bench, [{ status: 403, body: bodyText }], 11);
      await tryConnect(bench, [], 0);
    },
  },
];
