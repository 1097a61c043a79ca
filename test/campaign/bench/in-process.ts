import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection } from '../../../src/shared/connection.ts';
import { AppError, errorCodes } from '../../../src/shared/errors.ts';
import { syncStudies } from '../../../src/core/sync/sync-studies.ts';
import { swift } from '../../contract/hostile-server.ts';
import { createTestHost } from '../../contract/study-host.ts';
import type { Outcome, Side } from './side.ts';

/** Real encrypted study files without a vault, and short waits between tries. */
export async function openInProcess(connection: Connection, secret: string): Promise<Side> {
  const host = createTestHost(connection, secret);
  const folder = dirname((await host.studyFile('any')).path);
  return {
    folder,
    async sync({ studies, only, acceptShrink, network, signal }) {
      const started = performance.now();
      const audited = host.audited.length;
      const request = { studies, only: only ?? null, acceptShrink: acceptShrink ?? false };
      const { extraPem = null, proxy = null, ...settings } = network ?? {};
      host.route = { extraPem, proxy };
      const listeners = { network: { ...swift, ...settings }, ...(signal === undefined ? {} : { signal }) };
      const outcome = await syncStudies(host, request, listeners).then((result) => ({ ...result, message: '' }), refused);
      const text = JSON.stringify([outcome, host.audited.slice(audited)]);
      return { ...outcome, text, milliseconds: performance.now() - started, peakRss: null };
    },
    async read(study, use) {
      const { path } = await host.studyFile(study);
      return existsSync(path) ? host.read(study, use) : null;
    },
    connectTo: async (to, with_) => {
      host.connection = to;
      host.secret = with_;
    },
    remove: () => host.remove(),
  };
}

/** A run that did not begin is also an outcome. */
function refused(error: unknown): Pick<Outcome, 'exitCode' | 'code' | 'message' | 'studies'> {
  if (!(error instanceof AppError)) throw error;
  return { exitCode: errorCodes[error.code].exit, code: error.code, message: error.message, studies: [] };
}
