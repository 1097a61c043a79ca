import type { Answer } from './moving-service.ts';

/** What a run accepted of a dataset, and everything the service answered for it so far. */
export interface Accepted {
  /** In order, used or not. */
  readonly answers: readonly Answer[];
  /** Digests of the pages behind what is shown, in page order. */
  readonly digests: readonly string[];
  /** What is shown (see `contentOf`). */
  readonly shown: string;
  readonly moments: readonly string[];
  /** Milliseconds of the clock at which each moment began. */
  readonly times: readonly number[];
  /** The moment at which the run began. */
  readonly begun: number;
  /** Whether the copy claims to be confirmed, and as of when (milliseconds). */
  readonly confirmed: boolean;
  readonly asOf: number;
}

/**
 * `exact`: what the service held at the moment that the copy claims; `counted`: it claims none, because the data kept changing;
 * `undone`: a change was undone between two readings of a page, which cannot be detected.
 */
export type AcceptedKind = 'exact' | 'counted' | 'undone';

export interface Verdict {
  /** Violations, one sentence each. */
  readonly failures: readonly string[];
  readonly kind: AcceptedKind;
}

/** Judges by the answers and by what the service held. */
export function judgeAccepted({ answers, digests, shown, moments, times, begun, confirmed, asOf }: Accepted): Verdict {
  const sent = answers.filter((answer) => answer.sent !== null);
  const used: Answer[] = [];
  for (const [index, digest] of digests.entries()) {
    const answer = sent.findLast((one) => one.page === index + 1 && one.digest === digest);
    if (answer === undefined) return { failures: [`holds a page ${index + 1} that was never answered`], kind: 'exact' };
    used.push(answer);
  }
  const failures = [...brokenChecks(used), ...(contentOfPages(used) === shown ? [] : ['shows something else than its pages hold'])];
  if (!confirmed) return { failures, kind: 'counted' };
  const held = moments.flatMap((moment, index) => {
    const until = times[index + 1] ?? Number.POSITIVE_INFINITY;
    // The clock has a resolution of milliseconds.
    return index >= begun && (times[index] ?? 0) <= asOf + 1 && asOf - 1 <= until ? [moment] : [];
  });
  if (held.includes(shown)) return { failures, kind: 'exact' };
  if (wasUndone(sent, digests.length) || wasUndoneUnseen(sent, { digests, shown, moments, times, asOf }))
    return { failures, kind: 'undone' };
  return { failures: [...failures, 'claims to be confirmed, but is not what the service held at that moment'], kind: 'exact' };
}

/** Which checks these answers fail. */
function brokenChecks(used: readonly Answer[]): readonly string[] {
  const total = used[0]?.total ?? 0;
  const ids = used.flatMap(({ records }) => records.map(({ id }) => id));
  const checks: Readonly<Record<string, boolean>> = {
    'its pages announce different totals': used.every((answer) => answer.total === total),
    'its entries do not add up': ids.length === total,
    'a record is in it twice': new Set(ids).size === ids.length,
    'its chain of pages is not closed': used.every(({ page, pages }) => (page < used.length ? pages > page : pages === page)),
  };
  return Object.entries(checks).flatMap(([says, holds]) => (holds ? [] : [`was accepted though ${says}`]));
}

/** Whether answers show that a page changed and changed back. */
function wasUndone(sent: readonly Answer[], pages: number): boolean {
  return Array.from({ length: pages }, (_, index) => index + 1).some((page) => {
    const held = sent.filter((answer) => answer.page === page).map(({ digest }) => digest);
    const runs = held.filter((digest, index) => digest !== held[index - 1]);
    return new Set(runs).size < runs.length;
  });
}

/** Whether the service held what is shown before and after the moment claimed, and no answer in between showed anything else. */
function wasUndoneUnseen(
  sent: readonly Answer[],
  { digests, shown, moments, times, asOf }: Pick<Accepted, 'digests' | 'shown' | 'moments' | 'times' | 'asOf'>,
): boolean {
  const claimed = times.findLastIndex((time) => time <= asOf);
  const before = moments.lastIndexOf(shown, claimed);
  const after = moments.indexOf(shown, claimed);
  if (before === -1 || after === -1) return false;
  return sent.every(({ moment, page, digest }) => moment <= before || moment >= after || digest === digests[page - 1]);
}

function contentOfPages(used: readonly Answer[]): string {
  return used
    .flatMap(({ records }) => records.map(({ id, revision }) => `${id}:${revision}`))
    .toSorted()
    .join(' ');
}
