import type { StudyCard } from '../../../shared/contract.ts';
import type { StudyStatus, SyncResult } from '../../../shared/status.ts';

export interface NetworkState {
  /** As reported by the operating system. */
  readonly online: boolean;
  /** Whether the last sync could not reach the service; null if unknown. */
  readonly unreachable: boolean | null;
}

/** Why nothing can be fetched now, for the badge; null if there is no known reason. A demo needs no network. */
export function offlineReason(network: NetworkState, demo: boolean, hasCopy: boolean): string | null {
  const stays = hasCopy ? ' Mirrored data remains available.' : '';
  if (!network.online && !demo) return `This computer has no network.${stays}`;
  if (network.unreachable === true) return `The service could not be reached.${stays}`;
  return null;
}

/** A sync is refused in advance only if it cannot succeed. */
export function maySync(network: NetworkState, demo: boolean): boolean {
  return network.online || demo;
}

/** Whether the service was unreachable in a sync that ended. One that was cancelled or locked tells nothing, so `before` is kept. */
export function unreachableAfter(before: boolean | null, result: SyncResult): boolean | null {
  if (failedForNetwork(result)) return true;
  return result.code === 'CANCELLED' || result.code === 'LOCKED' ? before : false;
}

function failedForNetwork(result: SyncResult): boolean {
  if (result.code === 'NETWORK') return true;
  return result.studies.some(isUnreached);
}

/** For a window that has seen no sync: whether the last attempt of every study of a service failed for the network, by their copies. */
export function lastFailedForNetwork(cards: readonly Pick<StudyCard, 'status' | 'sitePack'>[]): boolean {
  const mirrored = cards.filter(({ sitePack }) => sitePack === null);
  return mirrored.length > 0 && mirrored.every(({ status }) => isUnreached(status));
}

function isUnreached({ datasets }: StudyStatus): boolean {
  return datasets.some(({ error }) => error?.code === 'NETWORK');
}
