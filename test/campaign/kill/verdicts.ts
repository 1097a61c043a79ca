import type { KillPoint } from './points.ts';

/** What a campaign of kills found. */
export interface Verdicts {
  readonly failures: string[];
  /** Kills at each named point, and at random moments. */
  readonly kills: Map<string, number>;
  /** Longest start of a process after a kill, milliseconds until its first line. */
  longestStart: number;
  /** Starts after a kill, and those of them that took longer than faults.md allows (F54). */
  starts: number;
  slowStarts: number;
  /** Most pages that a resumed run asked for again, second looks aside. */
  mostAgain: number;
  /** Runs that a point never came for. */
  missed: number;
  /** Syncs to the end, each compared with what the service holds. */
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
