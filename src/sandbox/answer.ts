import { writeJson, type JsonObject } from './json.ts';

/** A request, freed of its transport. Header names are in lower case; repeated headers are joined. */
export interface SandboxRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Address under which this service was asked, without a trailing slash: `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
}

/** What goes back; a server that injects faults may alter it on the way. */
export interface SandboxAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A JSON answer. */
export function jsonAnswer(status: number, value: JsonObject, headers: Readonly<Record<string, string>> = {}): SandboxAnswer {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body: Buffer.from(writeJson(value)) };
}

/** An error; its status and body are the sandbox's own choice, since the specification shows none (spec 7). */
export function errorAnswer(status: number, error: string, message: string): SandboxAnswer {
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return jsonAnswer(status, { error, message }, headers);
}
