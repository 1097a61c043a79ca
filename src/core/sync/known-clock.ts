import type { AppError } from '../../shared/errors.ts';
import type { DatasetStatus } from '../../shared/status.ts';
import { sayAgainstService, wrongClockOf } from '../../shared/wrong-clock.ts';
import { CertificateDates } from '../client/request-errors.ts';
import { readStudyStatus } from '../store/status.ts';
import type { ReadableStudy } from '../store/study.ts';

/** Milliseconds by which a clock may be behind what the service's clock said before: less is no proof of anything. */
const tolerated = 120_000;

/** A certificate that was refused for its dates, told with what the study's proofs know of the clocks; any other error as it is. */
export function withKnownClock(study: ReadableStudy, error: AppError): AppError {
  if (!(error instanceof CertificateDates)) return error;
  const known = sayKnownClock(readStudyStatus(study).datasets, Date.now());
  return known === null ? error : error.knowing(known);
}

/** A sentence on this computer's clock (`now` in milliseconds), or null where the proofs have nothing against it. */
export function sayKnownClock(datasets: readonly Pick<DatasetStatus, 'asOf' | 'proof'>[], now: number): string | null {
  const newest = datasets.toSorted((left, right) => (right.asOf ?? '').localeCompare(left.asOf ?? ''))[0];
  if (newest === undefined || newest.asOf === null) return null;
  // An as-of time is by the service's clock.
  if (now < Date.parse(newest.asOf) - tolerated)
    return `That clock is behind: when this study was last mirrored, the service's clock already said ${newest.asOf}.`;
  const ahead = wrongClockOf(newest.proof);
  if (ahead === null) return null;
  return `That clock may be wrong: when this study was last mirrored, it was ${sayAgainstService(ahead)}.`;
}
