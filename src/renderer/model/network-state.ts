import type { SyncResult } from '../../shared/status.ts';

export interface NetworkState {
  /** What the operating system says. */
  readonly online: boolean;
  /** The last sync could not reach the service. */
  readonly unreachable: boolean;
}

/** The reason why nothing can be fetched now, for the badge; null when nothing speaks against it. A demo needs no network. */
export function offlineReason(network: NetworkState, demo: boolean): string | null {
  if (!network.online && !demo) return 'This computer has no network. Everything mirrored keeps working.';
  if (network.unreachable) return 'The service could not be reached. Everything mirrored keeps working.';
  return null;
}

/** A sync is refused beforehand only where it cannot succeed. */
export function maySync(network: NetworkState, demo: boolean): boolean {
  return network.online || demo;
}

export function failedForNetwork(result: SyncResult): boolean {
  if (result.category === 'NETWORK') return true;
  return result.studies.some((study) => study.datasets.some((dataset) => dataset.error?.category === 'NETWORK'));
}
