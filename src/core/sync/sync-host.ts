import type { Connection } from '../../shared/connection.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import type { Route } from '../client/service.ts';
import type { FileMark } from '../store/file-digest.ts';
import type { Seal, SealPair } from '../store/seal.ts';
import type { AuditEvent } from '../vault/audit-event.ts';

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
