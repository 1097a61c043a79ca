import { join } from 'node:path';
import { app, Menu } from 'electron';
import { assertWritableFolder } from '../core/vault/files.ts';
import { registerAppScheme } from './app-protocol.ts';
import { endWith, watchForFailures } from './failure.ts';
import { hardenApp, refusedStart } from './hardening.ts';
import { readStartSettings, type StartSettings } from './settings.ts';
import { start } from './start.ts';

const refused = refusedStart();
if (refused === null) begin(readStartSettings());
else {
  process.stderr.write(`Carrel does not start with ${refused}: it would open patient data to other programs.\n`);
  app.exit(2);
}

/** All that must happen before Electron is ready. `ready` is never awaited at top level: Electron waits for this module first. */
function begin(settings: StartSettings): void {
  watchForFailures();
  app.setName('Carrel');
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  hardenApp();
  Menu.setApplicationMenu(null);
  try {
    assertWritableFolder(settings.dataDir);
  } catch (error: unknown) {
    void app.whenReady().then(() => {
      endWith(error);
    });
    return;
  }
  app.setPath('userData', join(settings.dataDir, 'window'));
  if (app.requestSingleInstanceLock())
    void app
      .whenReady()
      .then(() => start(settings))
      .catch(endWith);
  else app.quit();
}
