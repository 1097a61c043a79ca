import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { parseReady, type SandboxReady } from '../../scripts/sandbox-process.ts';
import type { Fault } from '../../src/sandbox/faults/fault.ts';
import { compiledCode } from '../compiled-code.ts';

/** The reference service as a process of its own. */
export interface Service extends SandboxReady {
  readonly port: number;
  /** Searches as a partner would and returns the text of the answer. `query` begins with the resource's name. */
  search(query: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service on a port (0: any free one) and waits until it is ready. */
export async function startService(options: { readonly port?: number; readonly arguments?: readonly string[] } = {}): Promise<Service> {
  const script = join(repositoryFolder, 'src', 'sandbox', 'main.ts');
  const child = spawn(process.execPath, [script, '--port', String(options.port ?? 0), '--json', ...(options.arguments ?? [])], {
    env: { ...process.env, ...compiledCode },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const early = ended.then(() => {
    throw new Error('The sandbox service ended before it was ready.');
  });
  early.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early])) as [string];
  const ready = parseReady(line);
  return {
    ...ready,
    port: Number(new URL(ready.baseUrl).port),
    search: (query) => search(ready, query),
    stop: async () => {
      if (child.exitCode === null && child.kill()) await ended;
    },
  };
}

/** Moves a running service to another revision of its data. */
export async function setRevision(baseUrl: string, revision: number): Promise<void> {
  const answer = await fetch(`${baseUrl}/sandbox/revision?value=${String(revision)}`, { method: 'POST' });
  if (!answer.ok) throw new Error(`The sandbox did not take revision ${String(revision)}.`);
}

/** A request recorded by the sandbox. */
export interface AskedFor {
  readonly endpoint: string;
  readonly page: number | null;
}

/** The requests since the service started, or since `forgetRequests`. */
export async function requestsOf(baseUrl: string): Promise<readonly AskedFor[]> {
  return (await (await fetch(`${baseUrl}/sandbox/requests`)).json()) as readonly AskedFor[];
}

export async function forgetRequests(baseUrl: string): Promise<void> {
  await setFaults(baseUrl, []);
}

/** Replaces the faults that the service simulates. */
export async function setFaults(baseUrl: string, faults: readonly Fault[]): Promise<void> {
  const answer = await fetch(`${baseUrl}/sandbox/faults`, { method: 'POST', body: JSON.stringify(faults) });
  if (!answer.ok) throw new Error(`The sandbox did not take these faults: ${await answer.text()}`);
}

async function search({ baseUrl, partnerId, clientId, clientSecret }: SandboxReady, query: string): Promise<string> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', scope: 'full' });
  const token = (await (await fetch(`${baseUrl}/svc-apim/external/svc-oidc/oauth2/token`, { method: 'POST', body })).json()) as {
    access_token: string;
  };
  const headers = { authorization: `Bearer ${token.access_token}`, 'x-partnerid': partnerId };
  const answer = await fetch(`${baseUrl}/svc-apim/external/v2/crit/svc/api/${query}`, { headers });
  if (!answer.ok) throw new Error(`The sandbox answered ${String(answer.status)} to ${query}.`);
  return answer.text();
}
