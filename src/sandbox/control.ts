import { errorAnswer, JSON_TYPE, jsonAnswer, type SandboxAnswer, type SandboxRequest } from './answer.ts';
import type { FaultBook } from './faults/fault-book.ts';
import { parseFaults } from './faults/parse-faults.ts';
import { CONTROL_PATH } from './route.ts';

/** What the control can do. */
export interface Controlled {
  readonly setRevision: (revision: number) => void;
  readonly book: FaultBook;
}

export function isControl(request: SandboxRequest): boolean {
  return request.url.startsWith(CONTROL_PATH);
}

/** Answers what steers the sandbox itself: it is no part of the partner interface and needs no token. */
export function answerControl(name: string, request: SandboxRequest, { setRevision, book }: Controlled): SandboxAnswer {
  if (name === 'revision') return answerRevision(request, setRevision);
  if (name === 'faults') return answerFaults(request, book);
  if (name !== 'requests') return errorAnswer(404, 'not_found', 'There is no such control.');
  if (request.method !== 'GET') return errorAnswer(405, 'method_not_allowed', 'The requests are read with GET.');
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(JSON.stringify(book.seen())) };
}

function answerRevision(request: SandboxRequest, setRevision: (revision: number) => void): SandboxAnswer {
  const value = new URLSearchParams(request.url.split('?')[1] ?? '').get('value') ?? '';
  if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', 'The revision is set with POST.');
  if (!/^\d{1,2}$/.test(value)) return errorAnswer(400, 'bad_revision', 'The parameter value is a whole number from 0 to 99.');
  setRevision(Number(value));
  return jsonAnswer(200, { revision: Number(value) });
}

function answerFaults(request: SandboxRequest, book: FaultBook): SandboxAnswer {
  if (request.method !== 'POST') return errorAnswer(405, 'method_not_allowed', 'Faults are set with POST.');
  const faults = parseFaults(request.body);
  if (typeof faults === 'string') return errorAnswer(400, 'bad_faults', faults);
  book.set(faults);
  return jsonAnswer(200, { faults: faults.length });
}
