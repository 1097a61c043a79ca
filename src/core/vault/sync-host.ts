import type { Connection } from '../../shared/connection.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import type { Route } from '../client/service.ts';
import type { FileMark } from '../store/file-digest.ts';
import type { Seal, SealPair } from '../store/seal.ts';
import type { AuditEvent } from './audit-event.ts';
import { assertAsMarked } from './diagnose-study.ts';
import { acquireSyncLock } from './sync-lock.ts';
import type { StudyEntry } from './studies.ts';
import { assertNotSetAside } from './study-files.ts';
import type { Vault } from './vault.ts';

/** Where a study's file is, what opens it, and the seals it may carry (both null: never mirrored). */
export interface StudyFile {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Buffer;
  readonly seal: SealPair;
}

/**
 * What a sync needs of whoever owns the vault (the command line itself; in the window the main process).
 * Every call is durable when its promise resolves.
 */
export interface SyncHost {
  /** A study that is not in the vault yet is added where the owner allows it. Errors: USAGE, CORRUPT (set aside earlier). */
  studyFile(study: string): Promise<StudyFile>;
  /** The service and the way to it. Errors: USAGE where nothing is connected, and where the way cannot be gone. */
  credentials(): Promise<{ readonly connection: Connection; readonly secret: string; readonly route: Route }>;
  /** `pending` before a flip, `complete` after it. */
  saveSeal(study: string, seal: Seal, stage: 'pending' | 'complete'): Promise<void>;
  /** What the closed file is: null before anything is written to it, its mark after. Bytes that differ from it later are not of Carrel. */
  saveMark(study: string, mark: FileMark | null): Promise<void>;
  audit(event: AuditEvent): Promise<void>;
  /** The proxy on the way to the service let nothing through. */
  proxyAsks(asks: ProxyAsks): Promise<void>;
  /** The one writer's place of the data folder; errors: BUSY. */
  lock(): Promise<() => void>;
}

/** `add`: a study that is synced for the first time joins the vault, provisionally until something is mirrored. */
export type UnknownStudies = 'add' | 'refuse';

/** How a service is reached from this process. */
export type RouteTo = (connection: Connection) => Route | Promise<Route>;

/** The vault as a sync sees it; for the command line and the window's main process alike. */
export function syncHostOver(vault: Vault, unknown: UnknownStudies, routeTo: RouteTo): SyncHost {
  return {
    studyFile: async (study) => {
      const { path, key, seal } = admit(vault, study, unknown);
      return { path, key, seal };
    },
    credentials: async () => {
      const stored = requireConnection(vault);
      return { ...stored, route: await routeTo(stored.connection) };
    },
    saveSeal: async (study, seal, stage) => vault.saveSeal(study, seal, stage),
    saveMark: async (study, mark) => vault.saveMark(study, mark),
    audit: async (event) => {
      vault.audit.append(event);
      if (event.kind === 'sync') vault.packs.settle(event.study, event.datasets);
    },
    // Each dataset's error says it; the window asks a person besides.
    proxyAsks: async () => undefined,
    lock: async () => acquireSyncLock(vault.dir),
  };
}

/** Throws USAGE where nothing of a study was mirrored; `so`: what therefore cannot be done. */
export async function assertMirrored(host: Pick<SyncHost, 'studyFile'>, study: string, so: string): Promise<void> {
  const { seal } = await host.studyFile(study);
  if (seal.current === null) throw new AppError('USAGE', `Study ${study} has not been mirrored yet, so ${so}. Sync it first.`);
}

/** The stored connection. Throws USAGE where there is none. */
export function requireConnection(vault: Vault): NonNullable<ReturnType<Vault['connection']>> {
  const credentials = vault.connection();
  if (credentials === null) throw new AppError('USAGE', 'No service is connected yet. Connect first, then sync.');
  return credentials;
}

/** Demo data and a service's data never meet in one mirror. Studies of site packs are written to without any connection. */
function admit(vault: Vault, study: string, unknown: UnknownStudies): StudyEntry {
  const entry = vault.study(study);
  if (entry === null) {
    const { demo } = requireConnection(vault).connection;
    if (unknown === 'add') return vault.addStudy(study, { demo, provisional: true });
    throw new AppError('USAGE', `Study ${study} has not been added to this data folder. Add it first.`);
  }
  const connected = vault.connection();
  if (connected !== null && entry.demo !== connected.connection.demo) {
    const was = entry.demo ? 'the demo service, but a real one is' : 'a real service, but the demo is';
    throw new AppError(
      'USAGE',
      `Study ${study} was mirrored from ${was} connected now. Nothing was changed. Wipe the study first, or use another data folder.`,
    );
  }
  assertNotSetAside(entry);
  assertAsMarked(entry);
  return entry;
}
