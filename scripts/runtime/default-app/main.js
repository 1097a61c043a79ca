// Stands in for Electron's own default application, which packagers strip: it runs the application
// folder named on the command line, as `electron <folder>` does. It is an ES module, so that Electron's
// `ready` waits for the application's entry (a CommonJS loader cannot import an ES module entry at all).
import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(1);

if (args.includes('--version') || args.includes('-v')) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}

const given = args.find((argument) => !argument.startsWith('-'));
if (given === undefined) {
  process.stderr.write('Usage: electron <application folder>\n');
  process.exit(2);
}

const folder = resolve(given);
const { name, productName, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setName(productName ?? name);
app.setVersion(version);
app.setAppPath(folder);
if (!app.commandLine.hasSwitch('user-data-dir')) {
  app.setPath('userData', join(app.getPath('appData'), app.getName()));
}
await import(pathToFileURL(join(folder, main ?? 'index.js')).href);
