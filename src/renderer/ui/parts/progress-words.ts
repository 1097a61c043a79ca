import type { SyncProgress } from '../../../shared/status.ts';
import { formatCount, formatCountOf, formatTimeLeft } from '../format/numbers.ts';
import { secondsLeft, type StudySync, type SyncWait } from '../../data/model/sync-state.ts';
import { datasetTitles } from './dataset-titles.ts';

const waits: Readonly<Record<string, string>> = { NETWORK: 'Waiting for the network', RATE: 'The service asks to wait' };

/** "Waiting for the network". */
export function describeWait({ reason }: SyncWait): string {
  return waits[reason] ?? 'The service failed';
}

/** "trying again within 4 s". */
export function describeNextTry({ seconds }: SyncWait): string {
  return `trying again within ${formatCount(seconds)} s`;
}

/** "Labs, page 71 of 173". */
export function describeProgress(progress: SyncProgress | null): string {
  if (progress === null) return 'Starting';
  const { confirmed, toConfirm } = progress;
  if (confirmed !== undefined && toConfirm !== undefined)
    return `${datasetTitles[progress.dataset]}, ${formatCount(confirmed)} of ${formatCountOf(toConfirm, 'page')} confirmed`;
  const pages = progress.pages === null ? '' : ` of ${formatCount(progress.pages)}`;
  return `${datasetTitles[progress.dataset]}, page ${formatCount(progress.page)}${pages}`;
}

/** "35,420 of 86,402 rows · about 40 s left". */
export function describeRows(sync: StudySync, now: number): string {
  if (sync.progress === null) return '';
  const { records, total } = sync.progress;
  const rows = total === null ? `${formatCount(records)} rows` : `${formatCount(records)} of ${formatCount(total)} rows`;
  const left = secondsLeft(sync, now);
  return left === null ? rows : `${rows} · ${formatTimeLeft(left)}`;
}
