import type { AuditEvent, SyncedDataset } from '../../core/vault/audit/audit-event.ts';
import { findUnmarked } from '../../core/vault/studies/diagnose-study.ts';
import { beginDigests, type EarlyDigests } from '../../core/vault/studies/early-digests.ts';
import { identityOf } from '../../core/vault/settings/client-certificate.ts';
import { changedElsewhere } from '../../core/platform/read-only-folder.ts';
import { assertOnlySynthetic } from '../../core/vault/settings/only-synthetic.ts';
import { syncHostOver } from '../../core/vault/studies/sync-host.ts';
import type { StudyEntry } from '../../core/vault/studies/studies.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { overElectronPort } from '../../shared/electron-port.ts';
import type { Interrupted, StudyAccess } from '../../shared/engine-protocol.ts';
import { AppError, type ErrorReport } from '../../shared/errors.ts';
import type { ProxyAsks } from '../../shared/proxy-asks.ts';
import { isFallbackRuntime } from '../../shared/runtime.ts';
import { connect, type AnyCall } from '../../shared/rpc.ts';
import type { AppWindow } from '../window/app-window.ts';
import type { AskHost } from './answer-ask.ts';
import { startEngines, type Engines } from './engines.ts';
import type { ChosenProxySignIns } from '../platform/chosen-proxy-sign-ins.ts';
import type { Log } from '../platform/log-file.ts';
import { routeTo } from '../platform/network.ts';

/** The time between an unlock and a lock: an open vault and the engines that work on it. */
export interface Session {
  readonly isOpen: boolean;
  /** Whether it is being opened. */
  readonly isOpening: boolean;
  /** Throws LOCKED. */
  readonly vault: () => Vault;
  /**
   * Starts the reader while the vault is being opened. If opening or a later step fails, ends the engines, closes the vault and rejects
   * with the reason. Checks the files of the studies first: a file that changed since it was closed is not read. Continues a sync that
   * the last `close` interrupted.
   */
  readonly open: (opening: Promise<Vault>) => Promise<Vault>;
  /** Ends a running sync after its current page, then the engines; closes the vault and zeroes its keys. */
  readonly close: () => Promise<void>;
  /** Call after the page has loaded. */
  readonly connectWindow: () => void;
  /** Call after the list of studies, or what opens them, has changed. */
  readonly refreshStudies: () => void;
  /** Answers what engines ask of the open vault. Throws LOCKED. */
  readonly host: () => AskHost;
  /** Calls the writer on behalf of main. */
  callWriter: AnyCall;
}

interface Running {
  readonly vault: Vault;
  readonly engines: Engines;
  readonly host: AskHost;
  /** Errors of study files that were changed while Carrel was closed, by path. */
  readonly problems: ReadonlyMap<string, ErrorReport>;
}

interface SessionOptions {
  readonly dataDir: string;
  readonly window: AppWindow;
  readonly log: Log;
  readonly signIns: Pick<ChosenProxySignIns, 'of' | 'refused'>;
  /** Called after an unlock, and after the keys changed. */
  readonly onOpen: (vault: Vault) => void;
  /** Called at a lock and before the keys change, to discard choices that were not saved. */
  readonly onClose: () => void;
  /** Called after each sync, even if it brought nothing new. */
  readonly onSynced: () => void;
  /** Called before a sync uses the stored connection, because a built-in demo service must be started first. */
  readonly prepareConnection: (vault: Vault) => Promise<void>;
}

export function createSession(options: SessionOptions): Session {
  let running: Running | null = null;
  let isOpening = false;
  let interrupted: Interrupted | null = null;
  /** The sync that was interrupted, until the sync that continues it has ended. */
  let resuming: Interrupted | null = null;
  const need = (): Running => {
    if (running === null) throw new AppError('LOCKED', 'Carrel is locked. Unlock it first; mirrored data is unchanged.');
    return running;
  };
  const refreshStudies = (): void => {
    running?.engines.showStudies(accessOf(running.vault, running.problems));
  };
  const callWriter: AnyCall = async (name, input) => {
    const port = need().engines.writerPort();
    return connect(overElectronPort(port), () => undefined)(name, input).finally(() => {
      port.close();
    });
  };
  const begin = async (vault: Vault, engines: Engines, digests: EarlyDigests): Promise<void> => {
    if (isFallbackRuntime(process.versions.electron)) assertOnlySynthetic(vault);
    const problems = await findUnmarked(vault, digests);
    const studies = (): readonly StudyAccess[] => accessOf(vault, problems);
    const numbers = vault.studyNumbers();
    const host = hostOf(vault, options, studies, refreshStudies);
    engines.begin({ studies: lastKnown(studies), ask: host, onSynced: options.onSynced });
    options.onOpen(vault);
    options.log.add({ event: 'opened', studies: numbers.length });
    running = { vault, engines, host, problems };
    const left = leftOf(interrupted, numbers);
    interrupted = null;
    if (left === null) return;
    const now = (resuming = left);
    const end = (): void => {
      // Another one may be running by then.
      if (resuming === now) resuming = null;
    };
    void callWriter('sync.start', now).then(end, end);
  };
  return {
    get isOpen() {
      return running !== null;
    },
    get isOpening() {
      return isOpening;
    },
    vault: () => need().vault,
    host: () => need().host,
    open: async (opening) => {
      isOpening = true;
      const engines = startEngines(options);
      const digests = beginDigests(options.dataDir);
      let vault: Vault | null = null;
      try {
        vault = await opening;
        await begin(vault, engines, digests);
        return vault;
      } catch (error: unknown) {
        await engines.stop();
        vault?.close();
        throw error;
      } finally {
        // Whoever sets the vault aside next moves these files.
        await digests.stop();
        isOpening = false;
      }
    },
    close: async () => {
      const ended = running;
      if (ended === null) return;
      running = null;
      options.onClose();
      // A writer that was still starting does not report the sync that it was asked to continue.
      const asked = resuming;
      try {
        interrupted = (await ended.engines.stop()) ?? asked;
      } finally {
        ended.vault.close();
        options.log.add({ event: 'locked' });
      }
    },
    connectWindow: () => {
      options.window.arrived();
      running?.engines.connectWindow();
    },
    refreshStudies,
    callWriter,
  };
}

/** The part of an interrupted sync that concerns studies of this vault: the earlier vault may have been wiped or set aside meanwhile. */
function leftOf(interrupted: Interrupted | null, known: readonly string[]): Interrupted | null {
  if (interrupted === null) return null;
  const studies = interrupted.studies.filter((study) => known.includes(study));
  return studies.length === 0 ? null : { ...interrupted, studies };
}

/** Answers what the writer may ask of the vault. The arguments come from our own engine, over a private channel. */
function hostOf(
  vault: Vault,
  { prepareConnection, log, signIns, window }: SessionOptions,
  studies: () => readonly StudyAccess[],
  refreshStudies: () => void,
): AskHost {
  const host = syncHostOver(vault, 'refuse', (connection) => routeTo(connection, identityOf(vault), signIns));
  const calls: Readonly<Record<Parameters<AskHost>[0], (...args: never[]) => Promise<unknown>>> = {
    studies: async () => studies(),
    studyFile: (study: string) => host.studyFile(study),
    credentials: async () => {
      await prepareConnection(vault);
      return host.credentials();
    },
    saveSeal: async (...args: Parameters<typeof host.saveSeal>) => {
      await host.saveSeal(...args);
      refreshStudies();
    },
    saveMark: (...args: Parameters<typeof host.saveMark>) => host.saveMark(...args),
    audit: async (event: AuditEvent) => {
      await host.audit(event);
      if (event.kind !== 'sync') return;
      log.add({ event: 'sync-ended', code: event.outcome, ...countsOf(event.datasets) });
      // A sync may have ended the expiry of a study that came in a pack.
      refreshStudies();
    },
    proxyAsks: async (asks: ProxyAsks) => {
      if (asks.isRefused) signIns.refused(asks.proxy);
      window.emit('proxy.asks', asks);
    },
  };
  return async (name, args) => calls[name](...(args as never[]));
}

function countsOf(synced: readonly SyncedDataset[]): { datasets: number; added: number; changed: number; vanished: number } {
  const total = (count: 'added' | 'changed' | 'vanished'): number => synced.reduce((sum, one) => sum + one[count], 0);
  return { datasets: synced.length, added: total('added'), changed: total('changed'), vanished: total('vanished') };
}

function accessOf(vault: Vault, problems: Running['problems']): readonly StudyAccess[] {
  const changed = vault.readOnly && vault.findSealBreak() !== null ? changedElsewhere().report : null;
  return vault.studies().map((entry) => studyAccess(entry, changed ?? problems.get(entry.path)));
}

/** Returns the last value if `read` fails: an engine start must not end Carrel while the disk is away. Only the first read throws. */
function lastKnown<T>(read: () => T): () => T {
  let last = { of: read() };
  return () => {
    try {
      last = { of: read() };
    } catch {
      // The error is reported to whoever uses the study.
    }
    return last.of;
  };
}

/** What an engine needs to open one study. */
export function studyAccess(
  { study, path, key, demo, lastOpened, seal, sitePack }: StudyEntry,
  problem: ErrorReport | null = null,
): StudyAccess {
  const pack =
    sitePack === null ? null : { expires: sitePack.expires, madeAt: sitePack.madeAt, expired: sitePack.expired, due: sitePack.due };
  return { study, path, key, demo, lastOpened, seals: seal, sitePack: pack, problem };
}
