import { AppError } from '../../shared/errors.ts';
import { ProxyWantsSignIn } from './proxy-sign-in.ts';
import { isUnreachable } from './request-errors.ts';
import { AskedToComeLater, type RetryRules } from './retry.ts';

/** The search that a request belongs to: a dataset of a study. */
export interface SearchName {
  readonly study: string;
  /** Different for each dataset. */
  readonly dataset: string;
}

/** Records why no further request of a run, or none for a study, can succeed. */
export interface RunEnd {
  /** Why requests for this study, or all, have ended; null while they go on. */
  of(study?: string): AppError | null;
  answered(search: SearchName): void;
  /** `error`: what ended the attempts for a page. */
  failed(search: SearchName, error: unknown): void;
  /** Without a token nothing else can be requested, whatever the reason. */
  tokenFailed(error: unknown): void;
}

export function createRunEnd({ failureTimer, backoff }: Pick<RetryRules, 'failureTimer' | 'backoff'>): RunEnd {
  let end: AppError | null = null;
  const endedStudies = new Map<string, AppError>();
  const answeredStudies = new Set<string>();
  /** The search whose failures reached the timeout; null once anything was answered. It may be the only one that fails. */
  let spentOn: string | null = null;
  const isSpent = ({ code }: AppError): boolean =>
    (code === 'NETWORK' || code === 'SERVER') && failureTimer.failing() * 1000 >= backoff.timeoutMs;
  return {
    of: (study) => end ?? (study === undefined ? undefined : endedStudies.get(study)) ?? null,
    answered: ({ study }) => {
      answeredStudies.add(study);
      spentOn = null;
    },
    failed: ({ study, dataset }, error) => {
      if (!(error instanceof AppError)) return;
      const search = `${study} ${dataset}`;
      if (endsRun(error)) end ??= error;
      else if (isSpent(error)) {
        // Another search failed too, so the service is lost, not only that search.
        if (spentOn !== null && spentOn !== search) end ??= error;
        spentOn ??= search;
      } else if (error.code === 'AUTH' && end === null && !answeredStudies.has(study)) {
        // A token that one study refuses may be accepted for another, and one that a dataset refuses for the others of its study.
        endedStudies.set(study, error);
      }
    },
    tokenFailed: (error) => {
      if (error instanceof AppError && error.code !== 'CANCELLED') end ??= error;
    },
  };
}

function endsRun(error: AppError): boolean {
  return error.code === 'TLS' || isUnreachable(error) || error instanceof ProxyWantsSignIn || error instanceof AskedToComeLater;
}
