import type { AuditEvent } from '../core/vault/audit-event.ts';
import { syncHostOver } from '../core/vault/sync-host.ts';
import type { StudyEntry } from '../core/vault/studies.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { StudyAccess } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { connect, type AnyCall } from '../shared/rpc.ts';
import type { AppWindow } from './app-window.ts';
import { startEngines, type AskHost, type Engines } from './engines.ts';
import { overMainPort } from './main-port.ts';

/** The time between unlock and lock: an open vault and the engines that work on it. */
export interface Session {
  readonly isOpen: boolean;
  /** Throws LOCKED. */
  readonly vault: () => Vault;
  readonly open: (vault: Vault) => void;
  /** Ends the engines, closes the vault and zeroes its keys. */
  readonly close: () => Promise<void>;
  /** After the page has loaded. */
  readonly connectWindow: () => void;
  /** After the list of studies, or what opens them, changed. */
  readonly refreshStudies: () => void;
  /** Calls of the writer for main itself. */
  callWriter: AnyCall;
}

interface SessionOptions {
  readonly dataDir: string;
  readonly window: AppWindow;
  /** Before a sync uses the stored connection: a built-in demo service must run first. */
  readonly prepareConnection: (vault: Vault) => Promise<void>;
}

export function createSession(options: SessionOptions): Session {
  let running: { readonly vault: Vault; readonly engines: Engines } | null = null;
  const need = (): { readonly vault: Vault; readonly engines: Engines } => {
    if (running === null) throw new AppError('LOCKED', 'Carrel is locked. Unlock it first; what was mirrored is unchanged.');
    return running;
  };
  const refreshStudies = (): void => {
    running?.engines.showStudies(accessOf(running.vault));
  };
  return {
    get isOpen() {
      return running !== null;
    },
    vault: () => need().vault,
    open: (vault) => {
      const engines = startEngines({
        dataDir: options.dataDir,
        studies: () => accessOf(vault),
        ask: hostOf(vault, options.prepareConnection, refreshStudies),
        window: options.window,
      });
      running = { vault, engines };
    },
    close: async () => {
      const ended = running;
      running = null;
      await ended?.engines.stop();
      ended?.vault.close();
    },
    connectWindow: () => {
      running?.engines.connectWindow();
    },
    refreshStudies,
    callWriter: async (name, input) => {
      const port = need().engines.writerPort();
      return connect(overMainPort(port), () => undefined)(name, input).finally(() => {
        port.close();
      });
    },
  };
}

/** What the writer may ask, answered by the vault. The arguments come from our own engine, over a line that nobody else has. */
function hostOf(vault: Vault, prepareConnection: SessionOptions['prepareConnection'], refreshStudies: () => void): AskHost {
  const host = syncHostOver(vault, 'refuse');
  const calls: Readonly<Record<Parameters<AskHost>[0], (...args: never[]) => Promise<unknown>>> = {
    studyFile: (study: string) => host.studyFile(study),
    credentials: async () => {
      await prepareConnection(vault);
      return host.credentials();
    },
    saveSeal: async (...args: Parameters<typeof host.saveSeal>) => {
      await host.saveSeal(...args);
      refreshStudies();
    },
    audit: (event: AuditEvent) => host.audit(event),
  };
  return async (name, args) => calls[name](...(args as never[]));
}

function accessOf(vault: Vault): readonly StudyAccess[] {
  return vault.studies().map(studyAccess);
}

/** What an engine needs to open one study. */
export function studyAccess({ study, path, key, demo, lastOpened, seal }: StudyEntry): StudyAccess {
  return { study, path, key, demo, lastOpened, seals: seal };
}
