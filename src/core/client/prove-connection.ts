import { datasets } from '../../shared/datasets/datasets.ts';
import { parseBundle } from '../bundle/bundle.ts';
import { createService, type ServiceOptions } from './service.ts';

/**
 * Asks for a token, and where a study is named for its subjects: a token may be granted, and every request for data refused.
 * Errors: those of the requests. Nothing is stored.
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
