import { join } from 'node:path';
import { app, nativeTheme, session as electronSession, type BrowserWindow } from 'electron';
import { channels } from '../shared/bridge.ts';
import type { Emit, Handlers } from '../shared/rpc.ts';
import { appOrigin, serveApp } from './app-protocol.ts';
import { connectionCalls, followDemoService } from './connection-calls.ts';
import { createDemoStarter } from './demo-service.ts';
import { exportCalls } from './export-calls.ts';
import { hardenSession } from './hardening.ts';
import { serveWindow } from './ipc.ts';
import { findKeyStore } from './key-store.ts';
import { watchNetwork } from './network.ts';
import { openPreferences } from './preferences.ts';
import { preferenceCalls } from './preference-calls.ts';
import { createSession, type Session } from './session.ts';
import type { StartSettings } from './settings.ts';
import { openGiven } from './given-start.ts';
import { vaultCalls } from './vault-calls.ts';
import { createWindow } from './window.ts';

/** In memory only: nothing the window loads is ever kept on disk. */
const partition = 'carrel';

/** Wires the parts together once Electron is ready. */
export async function start(settings: StartSettings): Promise<void> {
  let window: BrowserWindow | null = null;
  const currentWindow = (): BrowserWindow | null => window;
  const emit: Emit = (name, data) => { window?.webContents.send(channels.event, name, data); };
  const demo = createDemoStarter();
  const preferences = openPreferences(settings.dataDir);
  nativeTheme.themeSource = themeOf(preferences.get().scheme);
  const session = createSession({
    dataDir: settings.dataDir,
    currentWindow,
    prepareConnection: (vault) => followDemoService(vault, demo, settings.service),
    onEnginesGivenUp: () => { app.quit(); },
  });
  const handlers: Handlers<'main'> = {
    ...vaultCalls({ dataDir: settings.dataDir, session, keyStore: await findKeyStore(), clearWindow: () => { emit('locked', {}); window?.webContents.reload(); } }),
    ...connectionCalls(session, demo),
    ...preferenceCalls(preferences, emit, ({ scheme }) => { nativeTheme.themeSource = themeOf(scheme); }),
    ...exportCalls(session, currentWindow, emit),
  };
  const pages = electronSession.fromPartition(partition);
  hardenSession(pages);
  serveApp(pages, join(import.meta.dirname, '../renderer'));
  serveWindow(currentWindow, handlers, session.connectWindow);
  if (settings.passphrase !== null) await openGiven(settings, session);
  const opened = createWindow(partition);
  window = opened;
  app.on('second-instance', () => { opened.focus(); });
  await opened.loadURL(`${appOrigin}/`);
  onEnd(session, demo.stop, watchNetwork((online) => { emit('network.changed', { online }); }));
}

/** Engines, demo service and network watch end with the app; the vault is closed before the process does. */
function onEnd(session: Session, ...stops: readonly (() => void)[]): void {
  let ending = false;
  app.on('window-all-closed', () => { app.quit(); });
  app.on('before-quit', (event) => {
    for (const stop of stops) stop();
    if (ending || !session.isOpen) return;
    event.preventDefault();
    ending = true;
    void session.close().finally(() => { app.quit(); });
  });
}

function themeOf(scheme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' {
  return scheme === 'auto' ? 'system' : scheme;
}
