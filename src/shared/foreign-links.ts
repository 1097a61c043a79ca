import type { DatasetStatus } from './status.ts';
import { formatCount } from './format-count.ts';

/**
 * One sentence with the number of a study's pages whose links name another address than the one requested; null if there are none. A
 * service behind a TLS-terminating proxy writes http in all its links.
 */
export function sayForeignLinks(datasets: readonly Pick<DatasetStatus, 'proof'>[]): string | null {
  const pages = datasets.reduce((sum, { proof }) => sum + (proof?.foreignLinks ?? 0), 0);
  if (pages === 0) return null;
  return `Links of ${formatCount(pages)} ${pages === 1 ? 'page name' : 'pages name'} another address, such as http instead of https: only their page numbers were read, and nobody was asked there.`;
}
