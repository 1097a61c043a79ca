import { join } from 'node:path';
import { carrel, connectTo } from '../../cli/carrel.ts';
import { bundle } from '../memory/hostile-text.ts';
import { startService } from '../memory/service.ts';
import { hostileLab, study } from './hostile-labs.ts';

const pageSize = 1000;

/** Mirrors this many hostile results with the command line and returns the data folder. Throws if that fails. */
export async function mirrorHostileStudy(folder: string, labs: number, seed: number): Promise<string> {
  const dataDir = join(folder, 'data');
  const service = await startService();
  try {
    const { baseUrl } = service;
    const connected = await connectTo({ baseUrl, partnerId: '0417', clientId: 'campaign', clientSecret: 'a-secret' }, dataDir);
    if (connected.code !== 0) throw new Error(`connect ended with ${String(connected.code)}: ${connected.stderr}`);
    const pages = Math.ceil(labs / pageSize);
    service.answer({
      beforeFirst: () => undefined,
      page: (page, response) => {
        const first = (page - 1) * pageSize;
        const count = Math.max(0, Math.min(pageSize, labs - first));
        const entries = Array.from({ length: count }, (_, at) => `{"resource":${hostileLab(first + at, seed).resource}}`);
        response.end(bundle({ dataset: 'labs', page, pages, total: labs }, entries));
      },
    });
    const synced = await carrel(['sync', study, '--only', 'labs', '--json'], { dataDir });
    if (synced.code !== 0) throw new Error(`sync ended with ${String(synced.code)}: ${synced.stderr}`);
    return dataDir;
  } finally {
    await service.close();
  }
}
