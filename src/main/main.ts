import { app, Menu, nativeTheme } from 'electron';
import { registerAppScheme } from './app-protocol.ts';
import { start } from './start.ts';
import { refusedStart } from './hardening.ts';
import { readStartSettings } from './settings.ts';
import { join } from 'node:path';

const refused = refusedStart();
if (refused !== null) {
  process.stderr.write(`Carrel does not start with ${refused}: it would open patient data to other programs.\n`);
  app.exit(2);
}

const settings = readStartSettings();
app.setName('Carrel');
app.setPath('userData', join(settings.dataDir, 'window'));
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();
Menu.setApplicationMenu(null);
nativeTheme.themeSource = 'system';

if (app.requestSingleInstanceLock()) {
  // Never awaited at top level: an ES module that waits for `ready` while Electron waits for the module never starts.
  void app.whenReady().then(() => start(settings));
} else {
  app.quit();
}
