import type { CheckName } from '../../shared/checks/data-checks.ts';
import type { Result } from './read-courses.ts';

/** At most one in this many judged medications is a mistake; if there are more, it is the study's practice. */
const oneIn = 50;
/** Up to this many are reported in a study of any size. */
const fewest = 3;

/**
 * Returns what was found if it is rare among everything judged, otherwise nothing. Some studies send a medication again at each visit, or a
 * planned end: what is usual in a study is not a mistake in a record.
 */
export function whereRare<T>(found: readonly T[], judged: number, share = oneIn): readonly T[] {
  return found.length <= Math.max(fewest, judged / share) ? found : [];
}

/** A found result that counts only if such results are rare in the study. */
export interface Candidate {
  readonly check: CheckName;
  readonly subject: string;
  readonly rowid: number;
}

/** Results found subject by subject; only the whole study shows whether they are rare. */
export interface Candidates {
  /** Sets the subject whose results are being checked. */
  of(subject: string): void;
  /** Counts judged results of a check; `kind` separates groups whose rarity is judged separately. */
  judge(check: CheckName, kind?: string, count?: number): void;
  add(check: CheckName, kind: string, result: Result): void;
  /** The candidates that are rare. */
  rare(): readonly Candidate[];
}

/** At most one in this many judged results is a mistake. */
export const oneResultIn = 250;

/** Minimum number of judged results, for checks of what is usual in many studies: a small study does not show what is usual. */
const fewestJudged: Readonly<Record<string, number>> = {
  'repeated-record': 200,
  'no-result': 200,
  'no-visit': 200,
  'range-once': 200,
  'half-pressure': 50,
};

export function collectCandidates(): Candidates {
  const kinds = new Map<string, { judged: number; readonly found: Candidate[] }>();
  const kindOf = (check: CheckName, kind: string): { judged: number; readonly found: Candidate[] } => {
    const place = `${check} ${kind}`;
    let one = kinds.get(place);
    if (one === undefined) kinds.set(place, (one = { judged: 0, found: [] }));
    return one;
  };
  let subject = '';
  return {
    of: (next) => {
      subject = next;
    },
    judge: (check, kind = '', count = 1) => {
      kindOf(check, kind).judged += count;
    },
    add: (check, kind, { rowid }) => {
      kindOf(check, kind).found.push({ check, subject, rowid });
    },
    rare: () =>
      [...kinds].flatMap(([place, { judged, found }]) =>
        judged < (fewestJudged[place.split(' ')[0] ?? ''] ?? 0) ? [] : whereRare(found, judged, oneResultIn),
      ),
  };
}
