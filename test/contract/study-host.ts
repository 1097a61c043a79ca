import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetName } from '../../src/shared/datasets/datasets.ts';
import type { Connection } from '../../src/shared/connection.ts';
import type { ProxyAsks } from '../../src/shared/proxy-asks.ts';
import type { Route } from '../../src/core/client/service.ts';
import type { FileMark } from '../../src/core/store/database/file-digest.ts';
import type { Seal } from '../../src/core/store/database/seal.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { AppError } from '../../src/shared/errors.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import type { SyncHost } from '../../src/core/vault/studies/sync-host.ts';
import type { AuditEvent } from '../../src/core/vault/audit/audit-event.ts';

/** A data folder without a vault: real encrypted study files, keys and seals in memory, and one writer at a time. */
export interface TestHost extends SyncHost {
  connection: Connection;
  secret: string;
  route: Route;
  /** As `StudyFile.fromPack`, of every study. */
  fromPack: readonly DatasetName[];
  readonly audited: AuditEvent[];
  readonly proxyAsked: ProxyAsks[];
  /** Every stored seal in order, as `stage generation`. */
  readonly seals: string[];
  /** The newest mark of each study's file; null while it is being written to. */
  readonly marks: Map<string, FileMark | null>;
  read<T>(study: string, use: (file: ReadableStudy) => T): T;
  remove(): void;
}

export function createTestHost(connection: Connection, secret: string, parent = tmpdir()): TestHost {
  const folder = mkdtempSync(join(parent, 'carrel-sync-'));
  const keys = new Map<string, Buffer>();
  const sealed = new Map<string, { current: Seal | null; pending: Seal | null }>();
  const file = (study: string) => {
    const key = keys.get(study) ?? randomBytes(32);
    keys.set(study, key);
    return { path: join(folder, `${study}.db`), key, seal: sealed.get(study) ?? { current: null, pending: null }, fromPack: host.fromPack };
  };
  let isLocked = false;
  // A test that calls less than a whole command takes no lock.
  let takesLock = false;
  const host: TestHost = {
    connection,
    secret,
    route: {},
    fromPack: [],
    audited: [],
    proxyAsked: [],
    seals: [],
    marks: new Map(),
    studyFile: async (study) => file(study),
    credentials: async () => ({ connection: host.connection, secret: host.secret, route: host.route }),
    saveSeal: async (study, seal, stage) => {
      host.seals.push(`${stage} ${seal.generation}`);
      const { current } = file(study).seal;
      sealed.set(study, stage === 'pending' ? { current, pending: seal } : { current: seal, pending: null });
    },
    saveMark: async (study, mark) => {
      if (takesLock && !isLocked) throw new Error(`The file of ${study} is written without the writer's lock.`);
      host.marks.set(study, mark);
    },
    audit: async (event) => {
      host.audited.push(event);
    },
    proxyAsks: async (asks) => {
      host.proxyAsked.push(asks);
    },
    lock: async () => {
      if (isLocked) throw new AppError('BUSY', 'The data folder has a writer.');
      isLocked = takesLock = true;
      return () => {
        isLocked = false;
      };
    },
    read: (study, use) => {
      const { path, key, seal } = file(study);
      const opened = openStudyForReading(path, key, study, seal);
      try {
        return use(opened);
      } finally {
        opened.close();
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return host;
}

/** All visible rows of all datasets as text, for "nothing changed" (the generations included). */
export function snapshotOf(host: TestHost, study: string): string {
  return host.read(study, ({ db, datasets }) =>
    JSON.stringify(
      datasets.map(({ name, key }) =>
        db
          .prepare(`SELECT * FROM ${name} ORDER BY ${key}`)
          .all()
          .map((row) => Object.values(row as object).map(String)),
      ),
    ),
  );
}
