import { datasets } from '../../shared/datasets/datasets.ts';
import { parseBundle } from '../bundle/bundle.ts';
import { createService, type ServiceOptions } from './service.ts';

/**
 * Requests a token and, if a study is given, its subjects: a token may be granted although every data request is refused. Stores nothing.
 * Throws errors of the requests.
 */
export async function proveConnection(options: ServiceOptions, study: string | null): Promise<void> {
  const service = createService(options);
  try {
    await service.token();
    if (study !== null) (await service.fetchPage(datasets.subjects, study, 1, parseBundle)).release();
  } finally {
    service.close();
  }
}
