import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { createService } from '../../../src/core/client/service.ts';
import { readPageBody } from '../../../src/core/store/pages/page-reading.ts';
import { overallOutcome } from '../../../src/core/sync/overall-outcome.ts';
import type { PageReader } from '../../../src/core/sync/page-reader.ts';
import { studyFiles } from '../../../src/core/sync/writable-files.ts';
import { syncStudies } from '../../../src/core/sync/sync-studies.ts';
import { syncStudy } from '../../../src/core/sync/sync-study.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { SyncResult } from '../../../src/shared/status.ts';
import { swift } from '../../contract/hostile-server.ts';
import type { TestHost } from '../../contract/study-host.ts';
import type { MovingDataset } from './moving-data.ts';
import { startMovingService, type MovingService } from './moving-service.ts';
import { shiftClock, type ShiftedClock } from './shifted-clock.ts';
import { createTally, type Tally } from './tally.ts';

interface SyncOnce {
  readonly host: TestHost;
  readonly study: string;
  readonly only: readonly MovingDataset[];
  readonly acceptShrink: boolean;
  readonly signal: AbortSignal;
}

/** One run of the product's sync of one study. */
export type Syncs = (once: SyncOnce) => Promise<SyncResult>;

/** As the command line and the window do. */
const wholeSync: Syncs = ({ host, study, only, acceptShrink, signal }) =>
  syncStudies(host, { studies: [study], only, acceptShrink }, { network: swift, signal });

/**
 * The same, but pages are read on this thread: a separate thread takes longer to start than most histories take in
 * total. Everything else is the product's.
 */
function syncOnThisThread(): Syncs {
  const extractors = new Map(Object.values(datasets).map((dataset) => [dataset.name, compileExtractor(dataset)]));
  const reader: PageReader = {
    start: () => undefined,
    read: async (body, dataset, study) => {
      const extractor = extractors.get(dataset);
      if (extractor === undefined) throw new TypeError(`The dataset ${dataset} is not declared.`);
      return readPageBody(extractor, body, study);
    },
    close: async () => undefined,
  };
  return async ({ host, study, only, acceptShrink, signal }) => {
    const { connection, secret } = await host.credentials();
    const service = createService({ connection, secret, signal, network: swift });
    try {
      const status = await syncStudy({
        host,
        files: studyFiles(host),
        service,
        reader,
        study,
        only,
        acceptShrink,
        demands: { confirm: true, acceptUnconfirmed: false },
        signal,
        onProgress: () => undefined,
      });
      return overallOutcome([status], signal.aborted);
    } finally {
      service.close();
    }
  };
}

/** Shared by the histories of one campaign. */
export interface ShiftBench {
  readonly service: MovingService;
  readonly syncs: Syncs;
  readonly wholeSync: Syncs;
  readonly clock: ShiftedClock;
  readonly tally: Tally;
  /** A number that identifies a history. */
  nextNumber(): number;
  close(): Promise<void>;
}

/** Starts the service and takes over the clock of this process until it is closed. */
export async function startBench(): Promise<ShiftBench> {
  const service = await startMovingService();
  const clock = shiftClock();
  let number = 0;
  return {
    service,
    syncs: syncOnThisThread(),
    wholeSync,
    clock,
    tally: createTally(),
    nextNumber: () => (number += 1),
    close: async () => {
      clock.restore();
      await service.close();
    },
  };
}
