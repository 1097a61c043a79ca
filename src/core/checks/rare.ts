import type { CheckName } from '../../shared/checks/data-checks.ts';
import type { Result } from './read-courses.ts';

/** Of the medications that are judged, one in so many at most is a mistake; more of them are the study's way. */
const oneIn = 50;
/** So few are told in a study of any size. */
const fewest = 3;

/**
 * What was found, where that is rare among all that was judged. Some studies send one medication again at each visit, or an end that is planned:
 * what is usual in a study is no mistake of a record.
 */
export function whereRare<T>(found: readonly T[], judged: number, share = oneIn): readonly T[] {
  return found.length <= Math.max(fewest, judged / share) ? found : [];
}

/** A result that was found and counts only where few of the study are. */
export interface Candidate {
  readonly check: CheckName;
  readonly subject: string;
  readonly rowid: number;
}

/** What is found subject by subject, of which only the whole study tells whether it is rare. */
export interface Candidates {
  /** Whose results are looked through. */
  of(subject: string): void;
  /** One more was judged by a check; `kind` tells apart what is rare by itself. */
  judge(check: CheckName, kind?: string, count?: number): void;
  add(check: CheckName, kind: string, result: Result): void;
  /** Those that are rare. */
  rare(): readonly Candidate[];
}

/** Of the results that are judged, one in so many at most is a mistake. */
export const oneResultIn = 250;

/** Results that are judged at least, of checks of what is usual in many studies: in a small one nobody can tell. */
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
