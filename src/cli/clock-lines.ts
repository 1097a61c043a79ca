import { printable } from '../shared/printable.ts';
import type { StudyStatus } from '../shared/status.ts';
import { computersTime, sayAgainstService, wrongClockOf } from '../shared/wrong-clock.ts';
import { moment } from './text.ts';

/** A dataset whose proof shows that this computer's clock was wrong. */
interface Misdated {
  readonly study: string;
  /** When its reading ended, ISO, by the service's clock. */
  readonly endedAt: string;
  /** Seconds; negative: behind. */
  readonly ahead: number;
}

/**
 * Sentences saying that this computer's clock was wrong during a sync: one per run, not per dataset, because all datasets of a run share
 * one service and one computer. If copies from several runs differ, each sentence names its studies.
 */
export function clockLines(studies: readonly Pick<StudyStatus, 'study' | 'datasets'>[]): readonly string[] {
  const misdated = studies.flatMap(({ study, datasets }) =>
    datasets.flatMap(({ proof }): Misdated[] => {
      const ahead = wrongClockOf(proof);
      return proof === null || ahead === null ? [] : [{ study, endedAt: proof.endedAt, ahead }];
    }),
  );
  const groups = Map.groupBy(misdated, ({ ahead }) => sayAgainstService(ahead));
  return [...groups].map(([says, found]) => {
    const [newest] = found.toSorted((left, right) => right.endedAt.localeCompare(left.endedAt));
    const times =
      newest === undefined
        ? ''
        : `: ${moment(computersTime(newest.endedAt, newest.ahead))} here when it was ${moment(newest.endedAt)} there`;
    const whose = groups.size === 1 ? '' : `${printable([...new Set(found.map(({ study }) => study))].join(', '))}: `;
    return `${whose}${groups.size === 1 ? 'This' : 'this'} computer's clock was ${says}${times}. The times above are the service's.`;
  });
}
