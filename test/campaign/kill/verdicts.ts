import type { KillPoint } from './points.ts';

/** What a kill campaign found. */
export interface Verdicts {
  readonly failures: string[];
  /** Kills at each named point, and at random moments. */
  readonly kills: Map<string, number>;
  /** Longest start after a kill, in milliseconds until the first line. */
  longestStart: number;
  /** Starts after a kill, and those that took longer than fault F54 allows. */
  starts: number;
  slowStarts: number;
  /** The most pages that a resumed run requested again, without confirmations. */
  mostAgain: number;
  /** Runs that never reached their point. */
  missed: number;
  /** Completed syncs, each compared with what the service holds. */
  completed: number;
  /** Kills after which the complete new state was visible. */
  shownNew: number;
}

export function noVerdicts(): Verdicts {
  return { failures: [], kills: new Map(), longestStart: 0, starts: 0, slowStarts: 0, mostAgain: 0, missed: 0, completed: 0, shownNew: 0 };
}

export function countKill(verdicts: Verdicts, point: Pick<KillPoint, 'name'>): void {
  verdicts.kills.set(point.name, (verdicts.kills.get(point.name) ?? 0) + 1);
}
