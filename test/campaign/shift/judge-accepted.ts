import type { Answer } from './moving-service.ts';

/** What a run accepted of a dataset, and everything that the service answered for it so far. */
export interface Accepted {
  readonly run: number;
  /** In their order, whatever became of them. */
  readonly answers: readonly Answer[];
  /** Digests of the pages behind what is shown, in page order. */
  readonly digests: readonly string[];
  /** What is shown (see `contentOf`). */
  readonly shown: string;
  readonly moments: readonly string[];
  /** The moment at which the run began, and the milliseconds of the clock then. */
  readonly begun: number;
  readonly begunAt: number;
}

/**
 * `exact`: what the service held at one moment of the pass; `old`: the same, but only at a moment before this run;
 * `edited`: the records of one moment, some as they were at another; `shifted`: records of several moments.
 */
export type AcceptedKind = 'exact' | 'old' | 'edited' | 'shifted';

export interface Verdict {
  /** What must never be, one sentence each. */
  readonly failures: readonly string[];
  readonly kind: AcceptedKind;
  /** A mixture of which one page spoke of another number of pages than the others. */
  readonly lastDiffers: boolean;
}

/**
 * Judges from the answers alone. A copy that is none of the service's moments is a failure, unless these very answers pass
 * every check there is: one `total`, entries that add up, no key twice, a closed chain, the first and the last page the same
 * at a later look, and all of them asked for in one pass.
 */
export function judgeAccepted(accepted: Accepted): Verdict {
  const { digests, moments, shown, begun } = accepted;
  const sent = accepted.answers.filter((answer) => answer.sent !== null);
  const inRun = sent.filter(({ run }) => run === accepted.run);
  const last = digests.length;
  const looks = [inRun.findLast(({ page }) => page === 1), inRun.findLast(({ page }) => page === last)];
  const [first, final] = looks;
  if (first === undefined || final === undefined) return failed('was accepted without a second look at its first and last page');
  const used: Answer[] = [];
  for (const [index, digest] of digests.entries()) {
    const look = index === 0 ? first : final;
    const answer = sent.findLast((one) => one.page === index + 1 && one.digest === digest && (one.sent ?? 0) < look.asked);
    if (answer === undefined) return failed(`holds a page ${index + 1} that was not answered before the second look`);
    used.push(answer);
  }
  const failures = [
    ...brokenChecks(used, first, final),
    ...foreignAnswers(used, sent, accepted.run, [first, final]),
    ...missingLook(used, sent, accepted, [first, final]),
    ...(contentOfPages(used) === shown ? [] : ['shows something else than its pages hold']),
  ];
  const from = Math.min(...used.map(({ moment }) => moment));
  const to = Math.max(first.moment, final.moment);
  return {
    failures,
    kind: kindOf(shown, moments.slice(from, to + 1), moments.slice(Math.max(begun, from), to + 1)),
    lastDiffers: new Set(used.map(({ pages }) => pages)).size > 1,
  };
}

function failed(failure: string): Verdict {
  return { failures: [failure], kind: 'exact', lastDiffers: false };
}

/** Which of the checks these answers do not pass. */
function brokenChecks(used: readonly Answer[], first: Answer, final: Answer): readonly string[] {
  const total = used[0]?.total ?? 0;
  const ids = used.flatMap(({ records }) => records.map(({ id }) => id));
  const checks: Readonly<Record<string, boolean>> = {
    'its pages announce different totals': used.every((answer) => answer.total === total),
    'its entries do not add up': ids.length === total,
    'a record is in it twice': new Set(ids).size === ids.length,
    'its chain of pages is not closed': used.every(({ page, pages }) => (page < used.length ? pages > page : pages === page)),
    'its first page had changed at the second look': first.digest === used[0]?.digest,
    'its last page had changed at the second look': final.digest === used.at(-1)?.digest,
  };
  return Object.entries(checks).flatMap(([says, holds]) => (holds ? [] : [`was accepted though ${says}`]));
}

/** Pages of this pass that were answered, but are not the ones behind the copy: it holds pages of another pass. */
function foreignAnswers(used: readonly Answer[], sent: readonly Answer[], run: number, looks: readonly Answer[]): readonly string[] {
  const [start] = used;
  if (start === undefined) return [];
  const since = start.run === run ? start.asked : 0;
  const others = sent.filter((answer) => answer.run === run && answer.asked > since && !looks.includes(answer) && !used.includes(answer));
  const opened = sent.filter(({ page, digest }) => page === 1 && digest === start.digest);
  const early = used.filter(({ page, asked }) => page > 1 && !opened.some((opening) => (opening.sent ?? 0) < asked));
  return [
    ...others.map(({ page }) => `was joined from several passes: page ${page} was answered otherwise meanwhile`),
    ...early.map(({ page }) => `was joined from several passes: page ${page} was asked for before its first page was there`),
  ];
}

/** Milliseconds: after a longer break a page that was taken over is looked at before anything else is asked for. */
const longBreak = 61_000;

/** A pass that was taken up after a long break without a look at one of its pages. */
function missingLook(
  used: readonly Answer[],
  sent: readonly Answer[],
  { run, begunAt }: Accepted,
  looks: readonly Answer[],
): readonly string[] {
  // Both ends are looked at in any case; a pass that was read to its end is looked at there only.
  const inner = used.slice(1, -1);
  const takenOver = inner.filter((answer) => answer.run < run);
  const isJoined = takenOver.length > 0 && takenOver.length < inner.length;
  if (!isJoined || begunAt - Math.max(...takenOver.map(({ at }) => at)) < longBreak) return [];
  const opening = sent.filter((answer) => answer.run === run).toSorted((one, other) => one.asked - other.asked)[0];
  // The page that was looked at is as it was: its newer answer stands for it in the copy.
  const isLook =
    opening !== undefined &&
    !looks.includes(opening) &&
    used.includes(opening) &&
    sent.some(({ run: earlier, page, digest }) => earlier < run && page === opening.page && digest === opening.digest);
  return isLook ? [] : ['was taken up after a long break without a look at one of its pages'];
}

function contentOfPages(used: readonly Answer[]): string {
  return used
    .flatMap(({ records }) => records.map(({ id, revision }) => `${id}:${revision}`))
    .toSorted()
    .join(' ');
}

function kindOf(shown: string, moments: readonly string[], inRun: readonly string[]): AcceptedKind {
  if (inRun.includes(shown)) return 'exact';
  if (moments.includes(shown)) return 'old';
  const keys = keysOf(shown);
  return moments.some((moment) => keysOf(moment) === keys) ? 'edited' : 'shifted';
}

function keysOf(content: string): string {
  return content.replaceAll(/:\d+/g, '');
}
