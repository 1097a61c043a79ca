import type { StudyCard } from '../../../shared/contract.ts';
import type { StudyStatus, SyncResult } from '../../../shared/status.ts';

export interface NetworkState {
  /** What the operating system says. */
  readonly online: boolean;
  /** The last sync could not reach the service; null until that is known. */
  readonly unreachable: boolean | null;
}

/** The reason why nothing can be fetched now, for the badge; null when nothing speaks against it. A demo needs no network. */
export function offlineReason(network: NetworkState, demo: boolean, hasCopy: boolean): string | null {
  const stays = hasCopy ? ' Mirrored data remains available.' : '';
  if (!network.online && !demo) return `This computer has no network.${stays}`;
  if (network.unreachable === true) return `The service could not be reached.${stays}`;
  return null;
}

/** A sync is refused beforehand only where it cannot succeed. */
export function maySync(network: NetworkState, demo: boolean): boolean {
  return network.online || demo;
}

/** Whether the service could be reached, by the run that ended; what was known before where it was stopped, and tells nothing. */
export function unreachableAfter(before: boolean | null, result: SyncResult): boolean | null {
  if (failedForNetwork(result)) return true;
  return result.category === 'CANCELLED' || result.category === 'LOCKED' ? before : false;
}

function failedForNetwork(result: SyncResult): boolean {
  if (result.category === 'NETWORK') return true;
  return result.studies.some(isUnreached);
}

/** What the copies tell of the last try, for a window that saw none: each study of a service waits for the network. */
export function lastFailedForNetwork(cards: readonly Pick<StudyCard, 'status' | 'sitePack'>[]): boolean {
  const mirrored = cards.filter(({ sitePack }) => sitePack === null);
  return mirrored.length > 0 && mirrored.every(({ status }) => isUnreached(status));
}

function isUnreached({ datasets }: StudyStatus): boolean {
  return datasets.some(({ error }) => error?.category === 'NETWORK');
}
