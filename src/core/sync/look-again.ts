import type { Dataset } from '../../shared/datasets/declaration.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { isMissingPage, type Service } from '../client/service.ts';

export interface Looked {
  readonly firstUnchanged: boolean;
  readonly lastUnchanged: boolean;
}

/** Reads the first and the last page again: data that moved meanwhile nearly always shows there. `digestAt`: hex SHA-256 of the staged body. */
export async function lookAgain(
  service: Service,
  dataset: Dataset,
  study: string,
  last: number,
  digestAt: (page: number) => string,
  signal: AbortSignal,
): Promise<Looked> {
  const look = async (page: number): Promise<boolean> => {
    try {
      const { read, release } = await service.fetchPage(dataset, study, page, digestOf, signal);
      release();
      return read === digestAt(page);
    } catch (error: unknown) {
      if (page > 1 && isMissingPage(error)) return false;
      throw error;
    }
  };
  if (last === 1) {
    const same = await look(1);
    return { firstUnchanged: same, lastUnchanged: same };
  }
  const [firstUnchanged, lastUnchanged] = await Promise.all([look(1), look(last)]);
  return { firstUnchanged, lastUnchanged };
}
