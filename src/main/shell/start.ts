import { join } from 'node:path';
import { app, nativeTheme, session as electronSession } from 'electron';
import { vaultState } from '../../core/vault/open-vault.ts';
import { readSecurity } from '../../core/vault/settings/security.ts';
import { finishSetAside } from '../../core/vault/set-aside.ts';
import { checkDisk } from '../../core/vault/disk-room.ts';
import { printUnexpected } from '../../core/platform/print-unexpected.ts';
import type { Failed, Handlers } from '../../shared/rpc.ts';
import { defaultSecurity } from '../../shared/security.ts';
import type { SecuritySettings } from '../../shared/security-schema.ts';
import { createAppWindow, type AppWindow } from '../window/app-window.ts';
import type { WindowPlace } from '../window/window-size.ts';
import { createCloseQuestion, type CloseQuestion } from '../window/close-question.ts';
import { createBackups } from '../file-calls/backup-calls.ts';
import { auditCalls } from '../file-calls/audit-calls.ts';
import { serveApp } from '../window/app-protocol.ts';
import { certificateCalls } from '../vault-calls/certificate-calls.ts';
import { createChosenCertificates, type ChosenCertificates } from '../vault-calls/chosen-certificates.ts';
import { createChosenProxySignIns, type ChosenProxySignIns } from '../platform/chosen-proxy-sign-ins.ts';
import { createCopies } from '../file-calls/clipboard-calls.ts';
import { clientCertificateCalls } from '../vault-calls/client-certificate-calls.ts';
import { connectionCalls, followDemoService } from '../vault-calls/connection-calls.ts';
import { forgetLastPlace } from '../vault-calls/place-calls.ts';
import { createDemoStarter, type DemoStarter } from '../engines/demo-service.ts';
import { createExports } from '../file-calls/export-calls.ts';
import { openGiven } from './given-start.ts';
import { hardenSession } from './hardening.ts';
import { serveWindow } from '../window/ipc.ts';
import { diagnosticsCalls } from '../file-calls/diagnostics.ts';
import { watchComputer, watchIdle } from './idle-lock.ts';
import { layoutsIn } from '../vault-calls/stored-layouts.ts';
import { findKeyStore } from '../platform/key-store.ts';
import { createLock, type Lock } from '../engines/lock.ts';
import { openLog, type Log } from '../platform/log-file.ts';
import { logProcesses } from './log-processes.ts';
import { setMenuBar } from '../window/menu.ts';
import { watchNetwork } from '../platform/network.ts';
import { createPacks } from '../file-calls/pack-calls.ts';
import { openPreferences, type PreferenceStore } from '../vault-calls/preferences.ts';
import { createPreferring } from '../vault-calls/preference-calls.ts';
import { proxyCalls } from '../vault-calls/proxy-calls.ts';
import { passedOnCalls } from '../vault-calls/passed-on-calls.ts';
import { createVaultUnlocker } from '../engines/vault-unlocker.ts';
import { createSecurity } from '../vault-calls/security-calls.ts';
import { openVaultOf } from '../engines/open-session.ts';
import { createSession, type Session } from '../engines/session.ts';
import { quitInOrder } from './quit.ts';
import type { StartSettings } from '../platform/settings.ts';
import { createTurns } from '../../shared/turns.ts';
import { studyCalls } from '../vault-calls/study-calls.ts';
import { vaultCalls, type StartupError } from '../vault-calls/vault-calls.ts';
import { createVerifying } from '../file-calls/verify-calls.ts';
import { wipeCalls } from '../vault-calls/wipe-calls.ts';

/** An in-memory partition, so that nothing the window loads is written to disk. */
const partition = 'carrel';

/** Wires the parts together once Electron is ready. */
export async function start(settings: StartSettings): Promise<void> {
  const { dataDir } = settings;
  const window = createAppWindow();
  const demo = createDemoStarter();
  const preferences = await openPreferences(dataDir);
  const log = openLog(dataDir);
  logProcesses(log);
  nativeTheme.themeSource = themeOf(preferences.get().scheme);
  const applySecurity = ({ hideFromCapture }: SecuritySettings): void => {
    window.hideFromCapture(hideFromCapture);
  };
  let onSynced = async (): Promise<void> => undefined;
  const synced = (): void => void onSynced();
  const { session, chosen } = createChoices({ settings, window, log, demo, applySecurity, synced });
  const exports = createExports(session, window);
  const copies = createCopies(session);
  const verifying = createVerifying(session, window);
  const backups = createBackups(dataDir, session, window);
  onSynced = backups.afterSync;
  const packs = createPacks(dataDir, session, window, verifying.takePack);
  const inTurn = createTurns();
  const closed = (work: () => Promise<void>): Promise<void> =>
    inTurn(async () => {
      verifying.stop();
      await closeSession(session, copies, [exports.stop, packs.stop, backups.stop]);
      await work();
    });
  const close = (): Promise<void> => closed(async () => undefined);
  const runs = (): string | null => runningOf({ exports, packs, backups });
  const isBusy = (): boolean => runs() !== null;
  const question = createCloseQuestion(runs, window.askToClose);
  const unlocker = createVaultUnlocker(dataDir, findKeyStore);
  const security = createSecurity({
    dataDir,
    session,
    unlocker,
    inTurn,
    isBusy,
    emit: window.emit,
    applied: applySecurity,
    showLocked: async () => {
      await window.clear();
      await window.renew();
    },
  });
  const lock = createLock({
    session,
    window,
    idleMinutes: () => securityOf(session)?.lockAfterMinutes ?? 0,
    isChanging: security.isChanging,
    close,
  });
  // If this fails, the locked page offers it again.
  await finishSetAside(dataDir).catch(() => undefined);
  const { backend } = await findKeyStore();
  const startupError: StartupError = { report: null };
  const begun = inTurn(() => openGiven(settings, session, unlocker, startupError));
  const layouts = layoutsIn(() => openVaultOf(session));
  const preferring = createPreferring(preferences, layouts, window.emit, {
    applied: ({ scheme }) => {
      nativeTheme.themeSource = themeOf(scheme);
    },
    chosen: (name, to) => {
      if (session.isOpen) session.vault().audit.appendWhenPossible([{ kind: 'setting-changed', name, to }]);
    },
  });
  const handlers: Handlers<'main'> = {
    ...vaultCalls({ dataDir, session, chosen: Object.values(chosen), unlocker, inTurn, lock, startupError, opened: preferring.tell }),
    ...security.calls,
    ...certificateCalls(session, chosen.certificates, window.current),
    ...clientCertificateCalls(session, chosen.certificates, window.current),
    ...proxyCalls(chosen.signIns),
    ...connectionCalls(session, demo, chosen),
    ...studyCalls(session, inTurn, isBusy),
    ...preferring.calls,
    ...auditCalls(session, window.current),
    ...diagnosticsCalls({ log, session, preferences: () => preferences.get(), keyStore: backend, window: window.current }),
    ...wipeCalls({ dataDir, closed, unlocker, window, startupError }),
    ...exports.calls,
    ...passedOnCalls(session, window.current),
    ...copies.calls,
    ...packs.calls,
    ...backups.calls,
    ...verifying.calls,
    'offline.disk': () => checkDisk(dataDir),
  };
  const pages = electronSession.fromPartition(partition);
  hardenSession(pages, app.isPackaged);
  serveApp(pages, join(import.meta.dirname, '../renderer'));
  const onReady = (): void => {
    verifying.leave();
    session.connectWindow();
  };
  serveWindow(window.current, begun, handlers, verifying.offer, onReady, noteFailures(log), (call, error) => {
    if (!app.isPackaged) printUnexpected(call, error);
  });
  follow({ session, window, lock, close, question, stopDemo: demo.stop });
  const onHung = (): void => forgetLastPlace(session);
  window.open({ partition, place: preferences.windowPlace(), onPlace: placeSaver(dataDir, preferences), question, onHung });
}

/** A wiped folder stays as empty as the wipe left it. */
function placeSaver(dataDir: string, preferences: PreferenceStore): (place: WindowPlace) => void {
  return (place) => {
    if (vaultState(dataDir).exists) preferences.keepWindowPlace(place);
  };
}

type Work = Record<'exports' | 'packs' | 'backups', { readonly isRunning: () => boolean }>;

/** What closing would cancel, as the subject of a sentence; null for nothing. A sync is not asked about: the next one resumes it. */
function runningOf({ exports, packs, backups }: Work): string | null {
  if (exports.isRunning()) return 'An export';
  if (packs.isRunning()) return 'Work on a site pack';
  return backups.isRunning() ? 'A backup or a restore' : null;
}

/** Ends work on studies and clears the clipboard. The session is closed, and its keys erased, even if these fail. */
async function closeSession(
  session: Pick<Session, 'close'>,
  copies: Pick<ReturnType<typeof createCopies>, 'takeBack'>,
  stops: readonly (() => Promise<void>)[],
): Promise<void> {
  await Promise.allSettled([...stops.map((stop) => stop()), copies.takeBack()]);
  try {
    await session.close();
  } finally {
    // Until then, a copy whose passphrase was being checked could still reach the clipboard.
    await copies.takeBack().catch(() => undefined);
  }
}

/** Logs each failed call with its code and, if the error was unexpected, its fault. */
function noteFailures(log: Log): (call: string, failed: Failed) => void {
  return (call, { error, fault }) => {
    log.add({ event: 'call-failed', call, code: error.code });
    if (fault !== undefined) log.add({ event: 'failure', where: 'main', call, ...fault });
  };
}

interface Started {
  readonly settings: StartSettings;
  readonly window: AppWindow;
  readonly log: Log;
  readonly demo: DemoStarter;
  readonly applySecurity: (settings: SecuritySettings) => void;
  readonly synced: () => void;
}

/** A person's choices for reaching a service. Both need the open vault, and the session needs the passwords of proxies. */
interface Choices {
  readonly session: Session;
  readonly chosen: { readonly certificates: ChosenCertificates; readonly signIns: ChosenProxySignIns };
}

function createChoices({ settings, window, log, demo, applySecurity, synced }: Started): Choices {
  const opened = {
    get isOpen() {
      return session.isOpen;
    },
    vault: () => session.vault(),
  };
  const signIns: ChosenProxySignIns = createChosenProxySignIns(opened);
  const certificates = createChosenCertificates(opened);
  const session: Session = createSession({
    dataDir: settings.dataDir,
    window,
    log,
    signIns,
    onOpen: (vault) => {
      applySecurity(readSecurity(vault));
    },
    onClose: certificates.forgetChoice,
    onSynced: synced,
    prepareConnection: (vault) => followDemoService(vault, demo),
  });
  return { session, chosen: { certificates, signIns } };
}

interface Followed {
  readonly session: Session;
  readonly window: AppWindow;
  readonly lock: Lock;
  readonly close: () => Promise<void>;
  readonly question: CloseQuestion;
  readonly stopDemo: () => void;
}

/** Handles what the page does not call for: menu, idle time, a second start, network changes and quitting. */
function follow({ session, window, lock, close, question, stopDemo }: Followed): void {
  setMenuBar({
    lock: () => {
      void lock.lock('person');
    },
  });
  const idle = lockByItself(session, window, lock);
  app.on('second-instance', window.show);
  const stopNetwork = watchNetwork((online) => {
    window.emit('network.changed', { online });
  });
  quitInOrder(app, { close, question, stops: [stopDemo, idle.stop, stopNetwork] });
}

/** Returns null while no vault is open. If the settings cannot be read, the default lock applies. */
function securityOf(session: Session): SecuritySettings | null {
  if (!session.isOpen) return null;
  try {
    return readSecurity(session.vault());
  } catch {
    return defaultSecurity;
  }
}

/** Locks when the window is idle, and together with the computer. */
function lockByItself(session: Session, window: AppWindow, { lock }: Lock): { readonly stop: () => void } {
  const withComputer = (): void => {
    if (securityOf(session)?.lockWithComputer !== false) void lock('computer');
  };
  watchComputer(withComputer);
  const { used, stop } = watchIdle({
    settings: () => securityOf(session),
    warn: (seconds) => {
      window.emit('lock.soon', { seconds });
    },
    lock: (why) => void lock(why),
  });
  window.onUse(used);
  return { stop };
}

function themeOf(scheme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return scheme === 'auto' ? 'system' : scheme;
}
