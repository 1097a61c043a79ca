import type { SandboxAnswer, SandboxRequest } from '../answer.ts';
import type { DatasetName } from '../data/datasets.ts';

/** Which requests a fault strikes; what is left out does not narrow it. */
export interface Aim {
  /** `data`: every search (the usual); `all`: the token endpoint too. */
  readonly where?: 'token' | DatasetName | 'data' | 'all';
  readonly study?: string;
  readonly pages?: readonly number[];
  /** From the first to the last of the requests to one endpoint, study and page, counted from 1; `null`: and all after it. */
  readonly attempts?: readonly [number, number | null];
  /** Requests made with the n-th token since the faults were set. */
  readonly withToken?: number;
  /** Maximum number of uses, over all requests. */
  readonly times?: number;
}

/** How the answer is changed; the parts compose, in this order. */
export interface Strike {
  /** Milliseconds before anything else. */
  readonly delay?: number;
  /** Moves the data to this revision first, for this request and all after it. */
  readonly revision?: number;
  /** Seconds of life of the token that is issued now. */
  readonly lifetime?: number;
  /** Answers with this page instead. */
  readonly page?: number;
  /** Anything else; in this process only, since it is no JSON. */
  readonly alter?: (answer: SandboxAnswer, request: SandboxRequest) => SandboxAnswer;
  /** Places in the body (`total`, `entry.0.resource.id`, `entry.*.x`, `link.+` for one more) and the JSON text put there; `null` removes. */
  readonly edit?: readonly (readonly [path: string, json: string | null])[];
  /** A link's relation and its address: `{here}` is the search without its page, `{origin}`, `{page}`, `{next}`; `null` removes. */
  readonly links?: readonly (readonly [relation: string, url: string | null])[];
  /** A regular expression and what each of its matches becomes. */
  readonly replace?: readonly (readonly [pattern: string, replacement: string])[];
  /** Bytes are taken in this process only; JSON has text or base64. */
  readonly body?: string | Uint8Array | { readonly base64: string };
  readonly status?: number;
  /** `null` removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** `damaged`: its check sum is wrong; `twice`: packed again, while the header says once. */
  readonly packed?: 'gzip' | 'damaged' | 'twice';
  /** How the end of the body is signalled: by its length (the usual), in chunks, or by closing the connection. */
  readonly framing?: 'length' | 'chunked' | 'close';
  /** What Content-Length says instead of the truth. */
  readonly length?: number;
  /** Number of answers with status 102 before the real one. */
  readonly informational?: number;
  /** Bytes sent instead of an answer. */
  readonly raw?: string;
  /** Headers or a body that never end. */
  readonly endless?: 'headers' | 'body';
  /** Sends this many bytes each so many milliseconds. */
  readonly pace?: { readonly bytes: number; readonly every: number };
  /** Where it stops: before a word, in mid-head, or after a share (0 to 1) of the body as it is sent; then closes, resets or says nothing more. */
  readonly stop?: { readonly at: 'start' | 'head' | number; readonly how: 'close' | 'reset' | 'silence' };
}

export type Fault = Aim & Strike;

/** A request as the sandbox records it: what was asked for and how, never a secret or a token. */
export interface SeenRequest {
  /** Milliseconds of a clock that is never set. */
  readonly at: number;
  readonly endpoint: 'token' | DatasetName | 'other';
  readonly study: string | null;
  readonly page: number | null;
  /** Of the requests to this endpoint, study and page since the faults were set, from 1. */
  readonly attempt: number;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: readonly string[];
  readonly token: 'none' | 'good' | 'expired' | 'unknown';
  /** Which of the tokens issued since the faults were set; `null`: none of them. */
  readonly nthToken: number | null;
  /** Where the client secret stood. */
  readonly secretIn: readonly ('url' | 'headers' | 'body')[];
  /** `hung-up`: the client closed the connection before its answer was whole. */
  readonly ended: 'open' | 'answered' | 'hung-up';
}
