import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenPath } from '../../contract/hostile-server.ts';
import type { AnsweredPage, Change, MovingData, MovingDataset } from './moving-data.ts';

/** What happens during one run of a sync, counted in the answers that the service prepares for it. */
export interface RunScript {
  /** Changes just before the answer of that number, from 0. */
  readonly changes: readonly { readonly before: number; readonly set: number; readonly change: Change }[];
  /** Which of the waiting requests and held answers comes next; 0 after the end of the list. */
  readonly picks: readonly number[];
  /** Numbers of the answers that are prepared but sent later. */
  readonly held: readonly number[];
  /** After this many answers the run is cancelled or the service fails; null: it runs to its end. */
  readonly ends: { readonly how: 'cancelled' | 'failing'; readonly after: number } | null;
}

/** An answer as the service gave it; the numbers are positions in one sequence of events. */
export interface Answer extends AnsweredPage {
  readonly run: number;
  readonly dataset: MovingDataset;
  readonly asked: number;
  readonly workedOut: number;
  /** Null if nobody waited for it any more. */
  sent: number | null;
  /** Milliseconds of the clock. */
  readonly at: number;
  /** The moment of its dataset that it shows. */
  readonly moment: number;
}

/** The history that the service shows now. */
export interface Story {
  readonly study: string;
  readonly data: ReadonlyMap<MovingDataset, MovingData>;
  /** Everything answered so far. */
  readonly answers: Answer[];
}

interface Waiting {
  readonly dataset: MovingDataset;
  readonly page: number;
  readonly address: string;
  readonly asked: number;
  readonly response: ServerResponse;
  /** Prepared and held. */
  ready: { readonly body: string; readonly answer: Answer } | null;
}

interface Run {
  readonly number: number;
  readonly story: Story;
  readonly script: RunScript;
  readonly cancel: () => void;
  readonly waiting: Waiting[];
  answered: number;
  picked: number;
}

/** A service whose data change while it is read; one story at a time. */
export interface MovingService {
  readonly baseUrl: string;
  /** Only requests of the newest run are answered. */
  begin(story: Story, script: RunScript, cancel: () => void): number;
  close(): Promise<void>;
}

/** Turns of the event loop without a request before the next answer is given: parallel requests have arrived by then. */
const quietTurns = 4;

export async function startMovingService(): Promise<MovingService> {
  let events = 0;
  let run: Run | null = null;
  let runs = 0;
  let quiet = 0;
  let ticking = false;
  const tick = (): void => {
    const now = run;
    quiet += 1;
    if (now === null || now.waiting.length === 0) ticking = false;
    else setImmediate(tick);
    if (now === null || quiet < quietTurns || now.waiting.length === 0) return;
    quiet = 0;
    answerOne(now, () => (events += 1));
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    if (url.pathname === tokenPath) {
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ token_type: 'Bearer', access_token: `run-${run?.number ?? 0}`, expires_in: 3600 }));
      });
      return;
    }
    const now = run;
    if (now === null || request.headers.authorization !== `Bearer run-${now.number}`) {
      response.destroy();
      return;
    }
    const page = Number(url.searchParams.get('page') ?? '1');
    url.searchParams.delete('page');
    const dataset = url.pathname.endsWith('/observation') || url.pathname.endsWith('/Observation') ? 'vitals' : 'medications';
    const waiting: Waiting = { dataset, page, address: url.href, asked: (events += 1), response, ready: null };
    now.waiting.push(waiting);
    response.once('close', () => forget(now, waiting));
    quiet = 0;
    if (!ticking) setImmediate(tick);
    ticking = true;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: (story, script, cancel) => {
      run = { number: (runs += 1), story, script, cancel, waiting: [], answered: 0, picked: 0 };
      return run.number;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Prepares the answer to one waiting request, or sends one that was held. */
function answerOne(run: Run, nextEvent: () => number): void {
  run.waiting.sort((one, other) => one.dataset.localeCompare(other.dataset) || one.page - other.page);
  const waiting = run.waiting[(run.script.picks[run.picked++] ?? 0) % run.waiting.length];
  if (waiting === undefined) return;
  const { ends, held } = run.script;
  if (waiting.ready !== null) {
    send(run, waiting, waiting.ready, nextEvent);
    return;
  }
  const number = run.answered++;
  if (ends?.how === 'failing' && number >= ends.after) {
    refuse(run, waiting, 503);
    return;
  }
  const ready = workOut(run, waiting, number, nextEvent);
  if (ready !== null && !held.includes(number)) send(run, waiting, ready, nextEvent);
  if (ends?.how === 'cancelled' && number >= ends.after) run.cancel();
}

function workOut(run: Run, waiting: Waiting, number: number, nextEvent: () => number): Waiting['ready'] {
  const { story, script } = run;
  for (const { before, set, change } of script.changes)
    if (before === number) [...story.data.values()][set % story.data.size]?.change(change);
  const data = story.data.get(waiting.dataset);
  const written = data?.write(waiting.page, waiting.address) ?? null;
  if (data === undefined || written === null) {
    refuse(run, waiting, 404);
    return null;
  }
  const { dataset, asked } = waiting;
  const answer: Answer = {
    ...written.answered,
    run: run.number,
    dataset,
    asked,
    workedOut: nextEvent(),
    sent: null,
    at: Date.now(),
    moment: data.moments.length - 1,
  };
  story.answers.push(answer);
  return (waiting.ready = { body: written.body, answer });
}

function send(run: Run, waiting: Waiting, { body, answer }: NonNullable<Waiting['ready']>, nextEvent: () => number): void {
  forget(run, waiting);
  answer.sent = nextEvent();
  waiting.response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() }).end(body);
}

function refuse(run: Run, waiting: Waiting, status: number): void {
  forget(run, waiting);
  waiting.response.writeHead(status, { date: new Date().toUTCString() }).end();
}

function forget(run: Run, waiting: Waiting): void {
  const place = run.waiting.indexOf(waiting);
  if (place >= 0) run.waiting.splice(place, 1);
}
