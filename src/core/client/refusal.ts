import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { answerWantsCertificate, certificateRefusal } from './certificate-wanted.ts';
import type { HttpAnswer } from './http.ts';
import type { PageAddress } from './links.ts';
import { unchanged } from './request-errors.ts';
import { retryAfterOf, type Failure } from './retry.ts';
import { adviceFor, judgeStatus } from './status-policy.ts';

/** True where a page that there was, or was announced, is not there any more: the data moved. */
export function isMissingPage(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof RefusedStatus && (error.cause.status === 404 || error.cause.status === 410);
}

/** The status with which the service says that a whole search is not there or not for this partner; null for every other failure. */
export function refusedFirst(error: AppError): number | null {
  if (!(error.cause instanceof RefusedStatus) || !error.cause.isFirst) return null;
  return [403, 404, 410].includes(error.cause.status) ? error.cause.status : null;
}

/** The status behind a refusal, for whoever must tell them apart; `isFirst`: of the first page of a search. */
class RefusedStatus extends Error {
  readonly status: number;
  readonly isFirst: boolean;

  constructor(status: number, isFirst: boolean) {
    super(`status ${status}`);
    this.status = status;
    this.isFirst = isFirst;
  }
}

/** What is asked for: the page, and the title of its dataset; whether a client certificate is shown with it. */
interface Asked {
  readonly address: PageAddress;
  readonly title: string;
  readonly showsCertificate: boolean;
}

/** What an answer refuses, null for 200. `doubted`: another token would be refused as this one was, see `DoubtedToken`. */
export function refusalOf(answer: HttpAnswer, asked: Asked, doubted: boolean): Failure | null {
  // A token that ended is the usual reason of a 401: only one that was renewed and is refused as well speaks of the certificate.
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
