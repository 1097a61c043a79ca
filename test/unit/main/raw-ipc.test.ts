import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

/** Names that bypass the wrapper at a process boundary: of Electron’s modules, web contents and frames. */
const raw = ['ipcMain', 'ipcRenderer', 'ipc'];
/** Settings that could weaken the window, with the only value that they may be given. */
const settings: Readonly<Record<string, string>> = {
  sandbox: 'true',
  contextIsolation: 'true',
  nodeIntegration: 'false',
  webviewTag: 'false',
  spellcheck: 'false',
};
const forbidden = [
  'webSecurity',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'enableBlinkFeatures',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'enableRemoteModule',
  'openExternal',
  'setCertificateVerifyProc',
  'setUsePlainTextEncryption',
  'crashReporter',
  'bypassCSP',
];

const sources = globSync('src/{main,preload,engine}/**/*.ts', { cwd: repositoryFolder });

/** Every name in a source file, with the text of its value if it is a property. */
function namesIn(file: string): readonly { readonly name: string; readonly value: string | null }[] {
  const text = readFileSync(join(repositoryFolder, file), 'utf8');
  const found: { name: string; value: string | null }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name))
      found.push({ name: node.name.text, value: node.initializer.getText() });
    else if (ts.isIdentifier(node)) found.push({ name: node.text, value: null });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('the sources of the shell', () => {
  test('are found', () => {
    expect(sources.length).toBeGreaterThan(30);
    expect(namesIn('src/main/window/ipc.ts').some(({ name }) => name === 'ipcMain')).toBe(true);
  });

  test.each(sources)('%s talks to the page through the one wrapper only', (file) => {
    const allowed = file.endsWith('main/window/ipc.ts') ? ['ipcMain'] : file.endsWith('preload/preload.ts') ? ['ipcRenderer'] : [];
    const found = namesIn(file).filter(({ name }) => raw.includes(name) && !allowed.includes(name));
    expect(found).toEqual([]);
  });

  test.each(sources)('%s weakens no security setting', (file) => {
    expect(namesIn(file).filter(({ name }) => forbidden.includes(name))).toEqual([]);
    for (const { name, value } of namesIn(file)) if (value !== null && name in settings) expect(value, name).toBe(settings[name]);
  });
});
