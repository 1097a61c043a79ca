import { expect } from 'vitest';
import { createReaderHandlers } from '../../src/core/calls/reader-calls.ts';
import { defaultAnchorDays } from '../../src/core/store/flip/anchor-days.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { createDirectory } from '../../src/engine/directory.ts';
import type { StudyAccess } from '../../src/shared/engine-protocol.ts';
import type { Handlers } from '../../src/shared/rpc.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { createTestHost } from './study-host.ts';

/** The address and credentials of a service. */
export interface Served {
  readonly baseUrl: string;
  readonly credentials: { readonly partnerId: string; readonly clientId: string; readonly clientSecret: string };
}

/** A study that was mirrored over HTTP, and the reader calls on its file. */
export interface SyncedStudy {
  readonly reader: Handlers<'reader'>;
  /** Mirrors it once more. Throws if a dataset fails. */
  sync(): Promise<void>;
  /** Its file, open for reading; the caller closes it. */
  open(): Promise<ReadableStudy>;
  remove(): void;
}

/** Expects the anchor days of the grades, derived from the file alone, to be the defaults of the window. */
export async function expectUsualAnchorDays(synced: SyncedStudy, study: string): Promise<void> {
  const { anchor } = await synced.reader['anchors.default']({ study });
  if (anchor === null) throw new Error('There is no anchor.');
  const { anchors } = await synced.reader['subjects.anchors']({ study, anchor });
  const opened = await synced.open();
  try {
    expect(new Map(anchors.map(({ subject, day }) => [subject, day]))).toEqual(defaultAnchorDays(opened));
  } finally {
    opened.close();
  }
}

/** Mirrors a study with a full sync but no vault. Throws if a dataset fails. */
export async function syncStudy({ baseUrl, credentials }: Served, study: string): Promise<SyncedStudy> {
  const { partnerId, clientId, clientSecret } = credentials;
  const host = createTestHost(connectionTo(baseUrl, { partnerId, clientId }), clientSecret);
  const access = async (): Promise<readonly StudyAccess[]> => {
    const { path, key, seal } = await host.studyFile(study);
    return [{ study, path, key, demo: true, lastOpened: null, sitePack: null, seals: seal, problem: null }];
  };
  const directory = createDirectory(access);
  const sync = async (): Promise<void> => {
    const { studies } = await syncStudies(host, { studies: [study], only: null, acceptShrink: false }, { network: swift });
    const failed = studies.flatMap(({ datasets }) => datasets).find(({ error }) => error !== null);
    if (failed !== undefined) throw new Error(`${failed.dataset}: ${failed.error?.message ?? ''}`);
    directory.update([]);
    directory.update(await access());
  };
  await sync();
  return {
    reader: createReaderHandlers(directory),
    sync,
    open: async () => {
      const { path, key, seal } = await host.studyFile(study);
      return openStudyForReading(path, key, study, seal);
    },
    remove: () => {
      directory.update([]);
      host.remove();
    },
  };
}
