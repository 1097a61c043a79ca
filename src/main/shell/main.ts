import { join } from 'node:path';
import { app, Menu } from 'electron';
import { forbidCoreDumps } from '../../core/vault/core-dumps.ts';
import { assertWritableFolder } from '../../core/platform/files.ts';
import { assertNoLinks } from '../../core/platform/own-folder.ts';
import { sweepProcessFolders } from '../../core/platform/process-folder.ts';
import { isReadOnlyFolder } from '../../core/platform/read-only-folder.ts';
import { registerAppScheme } from '../window/app-protocol.ts';
import { readBuiltAs } from '../platform/built-as.ts';
import { askedProgram, runProgram } from './command-line.ts';
import { endInTerminal, endOnceReady, endWith, watchForFailures } from './failure.ts';
import { hardenApp } from './hardening.ts';
import { assertNatives } from './native-digests.ts';
import { findRefused, RefusedStart } from './refused-start.ts';
import { readStartSettings, type StartSettings } from '../platform/settings.ts';
import { start } from './start.ts';
import { assertOtherRuns, makeWindowFolder } from './window-folder.ts';

const nativesFolder = '../app.asar.unpacked/node_modules/better-sqlite3-multiple-ciphers/prebuilds';

const program = app.isPackaged ? askedProgram() : null;
try {
  assertInstallation();
  // The signal asks Node for a debugger. In a package, which has none, it would end the program.
  process.on('SIGUSR1', () => undefined);
  if (program === null) begin(readStartSettings());
  else await runProgram(program);
} catch (error: unknown) {
  if (program !== null || (error instanceof RefusedStart && !error.isByClick)) endInTerminal(error);
  else endOnceReady(error);
}

/** Throws SECURITY if an installed program differs from its build, and USAGE if it is started with a refused switch or variable. */
function assertInstallation(): void {
  const builtAs = readBuiltAs();
  if (builtAs === null) return;
  // Only a development runtime may choose another database binding; for an installed program nothing outside chooses native code.
  Reflect.deleteProperty(process.env, 'CARREL_NATIVE_BINDING');
  const refused = findRefused(process.argv.slice(1), process.env, builtAs.kind);
  if (refused !== null) throw new RefusedStart(refused);
  assertNatives(join(app.getAppPath(), nativesFolder), builtAs.natives);
}

/** Everything that must happen before Electron is ready. Never await `ready` at top level, because Electron waits for this module first. */
function begin(settings: StartSettings): void {
  watchForFailures();
  forbidCoreDumps();
  app.setName('Carrel');
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerAppScheme();
  hardenApp(app);
  // Electron's own menu would offer a reload and the developer tools until ours is set.
  Menu.setApplicationMenu(null);
  const isReadOnly = isReadOnlyFolder(settings.dataDir);
  if (!isReadOnly) assertWritableFolder(settings.dataDir);
  assertNoLinks(settings.dataDir);
  // Remove what a killed start left behind.
  sweepProcessFolders('window');
  const folder = makeWindowFolder(settings.dataDir, isReadOnly);
  app.setPath('userData', folder);
  // The other one may just have ended.
  if (!app.requestSingleInstanceLock() && !app.requestSingleInstanceLock()) {
    assertOtherRuns(folder);
    app.quit();
    return;
  }
  void app
    .whenReady()
    .then(() => start(settings))
    .catch(endWith);
}
