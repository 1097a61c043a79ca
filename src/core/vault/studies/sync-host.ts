import type { Connection } from '../../../shared/connection.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ProxyAsks } from '../../../shared/proxy-asks.ts';
import type { Route } from '../../client/service.ts';
import type { FileMark } from '../../store/database/file-digest.ts';
import type { Seal, SealPair } from '../../store/database/seal.ts';
import type { AuditEvent } from '../audit/audit-event.ts';
import { assertAsMarked } from './diagnose-study.ts';
import { acquireSyncLock } from './sync-lock.ts';
import type { StudyEntry } from './studies.ts';
import { assertNotSetAside } from './study-file-state.ts';
import type { Vault } from '../vault.ts';

/** Location and key of a study's file, and the seals it may match (both null: never mirrored). */
export interface StudyFile {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Buffer;
  readonly seal: SealPair;
  /** Datasets from a site pack that no sync here has proven yet: that the service sent their pages is the packer's word. */
  readonly fromPack: readonly DatasetName[];
}

/**
 * What a sync needs of the vault's owner (the command line itself, or the main process of the window). Every change is durable when its
 * promise resolves.
 */
export interface SyncHost {
  /** Adds an unknown study if the owner allows it. Throws USAGE, CORRUPT (set aside earlier). */
  studyFile(study: string): Promise<StudyFile>;
  /** The service and the route to it. Throws USAGE if nothing is connected or the route is unusable. */
  credentials(): Promise<{ readonly connection: Connection; readonly secret: string; readonly route: Route }>;
  /** `pending` before a flip, `complete` after it. */
  saveSeal(study: string, seal: Seal, stage: 'pending' | 'complete'): Promise<void>;
  /**
   * The state of the file: null before anything is written to it, its mark once it is closed. Later differences were not written by Carrel.
   */
  saveMark(study: string, mark: FileMark | null): Promise<void>;
  audit(event: AuditEvent): Promise<void>;
  /** The proxy for the service requires a sign-in. */
  proxyAsks(asks: ProxyAsks): Promise<void>;
  /** Acquires the writer's lock of the data folder. Throws BUSY. */
  lock(): Promise<() => void>;
}

/** `add`: a study synced for the first time is added to the vault, provisionally until something is mirrored. */
export type UnknownStudies = 'add' | 'refuse';

/** How this process reaches a service. */
export type RouteTo = (connection: Connection) => Route | Promise<Route>;

/** The vault as a sync host, for the command line and the window's main process. */
export function syncHostOver(vault: Vault, unknown: UnknownStudies, routeTo: RouteTo): SyncHost {
  return {
    studyFile: async (study) => {
      const { path, key, seal, sitePack } = admit(vault, study, unknown);
      return { path, key, seal, fromPack: sitePack?.due ?? [] };
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
    // Each dataset's error says so; the window also asks the user.
    proxyAsks: async () => undefined,
    lock: async () => acquireSyncLock(vault.dir),
  };
}

/** Throws USAGE if the study has not been mirrored. `so`: what is therefore impossible. */
export async function assertMirrored(host: Pick<SyncHost, 'studyFile'>, study: string, so: string): Promise<void> {
  const { seal } = await host.studyFile(study);
  if (seal.current === null) throw new AppError('USAGE', `Study ${study} has not been mirrored yet, so ${so}. Sync it first.`);
}

/** The stored connection. Throws USAGE if there is none. */
export function requireConnection(vault: Vault): NonNullable<ReturnType<Vault['connection']>> {
  const credentials = vault.connection();
  if (credentials === null) throw new AppError('USAGE', 'No service is connected yet. Connect first, then sync.');
  return credentials;
}

/** Demo data and a service's data are never mixed in one mirror. Studies from site packs can be written without a connection. */
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
