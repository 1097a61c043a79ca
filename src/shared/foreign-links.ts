import type { DatasetStatus } from './status.ts';
import { formatCount } from './format-count.ts';

/**
 * Of how many pages of a study the links name another address than they were asked for at, in one sentence; null where all name the same.
 * A service behind a proxy that speaks TLS for it writes http into all of its links.
 */
export function sayForeignLinks(datasets: readonly Pick<DatasetStatus, 'proof'>[]): string | null {
  const pages = datasets.reduce((sum, { proof }) => sum + (proof?.foreignLinks ?? 0), 0);
  if (pages === 0) return null;
  return `Links of ${formatCount(pages)} ${pages === 1 ? 'page name' : 'pages name'} another address, such as http instead of https: only their page numbers were read, and nobody was asked there.`;
}
