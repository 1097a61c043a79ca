import type { AppError } from '../../shared/errors.ts';
import type { DatasetStatus } from '../../shared/status.ts';
import { sayAgainstService, wrongClockOf } from '../../shared/wrong-clock.ts';
import { CertificateDates } from '../client/request-errors.ts';
import { readStudyStatus } from '../store/database/status.ts';
import type { ReadableStudy } from '../store/database/study.ts';

/** Milliseconds that a clock may lag behind the time the service's clock showed before. A smaller lag proves nothing. */
const tolerated = 120_000;

/** Adds what the study's proofs say about the clocks to an error about certificate dates. Any other error is returned unchanged. */
export function withKnownClock(study: ReadableStudy, error: AppError): AppError {
  if (!(error instanceof CertificateDates)) return error;
  const known = sayKnownClock(readStudyStatus(study).datasets, Date.now());
  return known === null ? error : error.knowing(known);
}

/** A sentence about this computer's clock (`now` in milliseconds), or null if the proofs do not contradict it. */
export function sayKnownClock(datasets: readonly Pick<DatasetStatus, 'asOf' | 'proof'>[], now: number): string | null {
  const newest = datasets.toSorted((left, right) => (right.asOf ?? '').localeCompare(left.asOf ?? ''))[0];
  if (newest === undefined || newest.asOf === null) return null;
  // As-of times are by the service's clock.
  if (now < Date.parse(newest.asOf) - tolerated)
    return `That clock is behind: when this study was last mirrored, the service's clock already said ${newest.asOf}.`;
  const ahead = wrongClockOf(newest.proof);
  if (ahead === null) return null;
  return `That clock may be wrong: when this study was last mirrored, it was ${sayAgainstService(ahead)}.`;
}
