import type { ExportRequest, Exported } from './contract.ts';
import type { DatasetName } from './datasets/declaration.ts';
import type { ErrorReport } from './errors.ts';
import type { Reply } from './rpc.ts';

/** What an engine does: mirror studies, answer questions, or write one export. */
export type EngineRole = 'reader' | 'writer' | 'exporter';

/** What the vault remembers of a study's last good state, outside the study's file. `digest` is hex. */
export interface Seal {
  readonly generation: number;
  readonly counts: Readonly<Partial<Record<DatasetName, number>>>;
  readonly digest: string;
}

/** The seal of the visible state and, while a flip is under way, of the next. */
export interface Seals {
  readonly current: Seal | null;
  readonly pending: Seal | null;
}

/** All that is needed to open one study: where it is, its raw 32-byte key, its seals. */
export interface StudyAccess {
  readonly study: string;
  readonly path: string;
  readonly key: Uint8Array;
  readonly demo: boolean;
  readonly lastOpened: string | null;
  readonly seals: Seals;
}

/** The questions an engine may ask of the main process, which alone writes the vault. */
export const hostAsks = ['studyFile', 'credentials', 'saveSeal', 'audit'] as const;
export type HostAsk = (typeof hostAsks)[number];

export type ToEngine =
  | { readonly type: 'studies'; readonly studies: readonly StudyAccess[] }
  /** Carries the window's port to serve. */
  | { readonly type: 'port' }
  | { readonly type: 'answer'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'export'; readonly request: ExportRequest; readonly path: string }
  | { readonly type: 'cancel' };

export type FromEngine =
  | { readonly type: 'ask'; readonly id: number; readonly name: HostAsk; readonly args: readonly unknown[] }
  | { readonly type: 'progress'; readonly rows: number; readonly of: number }
  | {
      readonly type: 'exported';
      readonly outcome: { readonly ok: true; readonly value: Exported } | { readonly ok: false; readonly error: ErrorReport };
    };
