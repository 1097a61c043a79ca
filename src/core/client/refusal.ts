import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { answerWantsCertificate, certificateRefusal } from './certificate-wanted.ts';
import type { HttpAnswer } from './http.ts';
import type { PageAddress } from './links.ts';
import { unchanged } from './request-errors.ts';
import { retryAfterOf, type Failure } from './retry.ts';
import { adviceFor, judgeStatus } from './status-policy.ts';

/** True if a page that existed or was announced no longer exists, because the data moved. */
export function isMissingPage(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof RefusedStatus && (error.cause.status === 404 || error.cause.status === 410);
}

/** The status by which the service says that a whole search does not exist or is not open to this partner; null for any other failure. */
export function refusedFirst(error: AppError): number | null {
  if (!(error.cause instanceof RefusedStatus) || !error.cause.isFirst) return null;
  return [403, 404, 410].includes(error.cause.status) ? error.cause.status : null;
}

/** The status of a refusal, as the cause of its error. `isFirst`: it was for the first page of a search. */
class RefusedStatus extends Error {
  readonly status: number;
  readonly isFirst: boolean;

  constructor(status: number, isFirst: boolean) {
    super(`status ${status}`);
    this.status = status;
    this.isFirst = isFirst;
  }
}

/** What was requested: the page, its dataset's title, and whether a client certificate is shown. */
interface Asked {
  readonly address: PageAddress;
  readonly title: string;
  readonly showsCertificate: boolean;
}

/** Returns the failure of an answer, null for 200. `doubted`: another token would be refused as well, see `DoubtedToken`. */
export function refusalOf(answer: HttpAnswer, asked: Asked, doubted: boolean): Failure | null {
  // A 401 usually means an expired token. Only if a renewed token is refused too is the client certificate considered.
  if ((answer.status !== 401 || doubted) && answerWantsCertificate(answer))
    return { error: certificateRefusal(asked.address.url.host, answer.status, asked.showsCertificate), retry: 'never', retryAfter: null };
  const verdict = judgeStatus(answer.status);
  if (verdict === null) return null;
  const error = new AppError(
    verdict.code,
    `The service ${verdict.says}${whereOf(verdict.code, asked)} (status ${answer.status}). ${unchanged} ${adviceFor(verdict.code)}`,
    new RefusedStatus(answer.status, !asked.address.url.searchParams.has('page')),
  );
  return { error, retry: verdict.retry === 'renew' && doubted ? 'never' : verdict.retry, retryAfter: retryAfterOf(answer) };
}

function whereOf(code: ErrorCode, { address, title }: Asked): string {
  if (code === 'FORBIDDEN') return ` to the ${title.toLowerCase()} of study ${address.study}`;
  return code === 'AUTH' ? ` for study ${address.study}` : '';
}
