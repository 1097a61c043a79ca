import { join } from 'node:path';
import { app, nativeTheme, powerMonitor, session as electronSession } from 'electron';
import type { Handlers } from '../shared/rpc.ts';
import { createAppWindow } from './app-window.ts';
import { serveApp } from './app-protocol.ts';
import { connectionCalls, followDemoService } from './connection-calls.ts';
import { createDemoStarter } from './demo-service.ts';
import { createExports } from './export-calls.ts';
import { openGiven } from './given-start.ts';
import { hardenSession } from './hardening.ts';
import { serveWindow } from './ipc.ts';
import { findKeyStore } from './key-store.ts';
import { watchNetwork } from './network.ts';
import { openPreferences } from './preferences.ts';
import { preferenceCalls } from './preference-calls.ts';
import { createSession } from './session.ts';
import type { StartSettings } from './settings.ts';
import { createTurns } from './turns.ts';
import { vaultCalls } from './vault-calls.ts';

/** In memory only: nothing the window loads is ever kept on disk. */
const partition = 'carrel';

/** Wires the parts together once Electron is ready. */
export async function start(settings: StartSettings): Promise<void> {
  const window = createAppWindow();
  const demo = createDemoStarter();
  const preferences = openPreferences(settings.dataDir);
  nativeTheme.themeSource = themeOf(preferences.get().scheme);
  const session = createSession({ dataDir: settings.dataDir, window, prepareConnection: (vault) => followDemoService(vault, demo) });
  const exports = createExports(session, window);
  const inTurn = createTurns();
  const close = (): Promise<void> =>
    inTurn(async () => {
      await exports.stop();
      await session.close();
    });
  const lock = async (): Promise<void> => {
    if (!session.isOpen) return;
    await close();
    window.emit('locked', {});
    await window.renew();
  };
  const keyStore = await findKeyStore();
  const startProblem = await openGiven(settings, session);
  const handlers: Handlers<'main'> = {
    ...vaultCalls({ dataDir: settings.dataDir, session, keyStore, inTurn, lock, startProblem }),
    ...connectionCalls(session, demo),
    ...preferenceCalls(preferences, window.emit, ({ scheme }) => {
      nativeTheme.themeSource = themeOf(scheme);
    }),
    ...exports.calls,
  };
  const pages = electronSession.fromPartition(partition);
  hardenSession(pages);
  serveApp(pages, join(import.meta.dirname, '../renderer'));
  serveWindow(window.current, handlers, session.connectWindow);
  powerMonitor.on('lock-screen', () => {
    void lock();
  });
  powerMonitor.on('suspend', () => {
    void lock();
  });
  app.on('second-instance', window.show);
  onEnd(
    close,
    demo.stop,
    watchNetwork((online) => {
      window.emit('network.changed', { online });
    }),
  );
  window.open(partition);
}

/** Engines, demo service and network watch end with the app; the vault is closed before the process does. */
function onEnd(close: () => Promise<void>, ...stops: readonly (() => void)[]): void {
  let ending: 'not yet' | 'closing' | 'closed' = 'not yet';
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('before-quit', (event) => {
    if (ending === 'closed') return;
    event.preventDefault();
    if (ending === 'closing') return;
    ending = 'closing';
    for (const stop of stops) stop();
    void close().finally(() => {
      ending = 'closed';
      app.quit();
    });
  });
}

function themeOf(scheme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return scheme === 'auto' ? 'system' : scheme;
}
