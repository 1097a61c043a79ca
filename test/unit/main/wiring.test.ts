import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

/** The calls in a function of a source file, in order, as written. */
function callsIn(file: string, name: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(repositoryFolder, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const calls: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node.getText().replaceAll(/\s+/g, ' '));
    ts.forEachChild(node, collect);
  };
  ts.forEachChild(source, (node) => {
    if (name === '' ? !ts.isFunctionDeclaration(node) : ts.isFunctionDeclaration(node) && node.name?.text === name) collect(node);
  });
  return calls;
}

/* The guards of the shell are tested on their own and in an installed program (test/e2e). Here the sources are read for their calls. */

describe('before Electron is ready', () => {
  test('the installation is checked before anything else', () => {
    expect(callsIn('src/main/shell/main.ts', '').find((call) => !call.startsWith('askedProgram'))).toBe('assertInstallation()');
  });

  test.each([
    ['switches and variables', 'findRefused(process.argv.slice(1), process.env, builtAs.kind)'],
    ['compiled files', 'assertNatives(join(app.getAppPath(), nativesFolder), builtAs.natives)'],
    ['a binding named by the environment', "Reflect.deleteProperty(process.env, 'CARREL_NATIVE_BINDING')"],
  ])('an installed program checks %s', (_what, call) => {
    expect(callsIn('src/main/shell/main.ts', 'assertInstallation')).toContain(call);
  });

  test.each([
    ['Chromium’s sandbox is on', 'app.enableSandbox()'],
    ['core dumps are forbidden', 'forbidCoreDumps()'],
    ['the scheme of the window has no rights beyond its own', 'registerAppScheme()'],
    ['all web contents are hardened', 'hardenApp(app)'],
    ['there is no menu with a reload and developer tools', 'Menu.setApplicationMenu(null)'],
    ['no folder in the data folder may be a link', 'assertNoLinks(settings.dataDir)'],
    ['only one instance runs', 'app.requestSingleInstanceLock()'],
  ])('%s', (_what, call) => {
    expect(callsIn('src/main/shell/main.ts', 'begin')).toContain(call);
  });
});

test('the session of the pages is restricted before the window opens', () => {
  const source = readFileSync(join(repositoryFolder, 'src/main/shell/start.ts'), 'utf8');
  const [shut, opened] = [source.indexOf('hardenSession('), source.indexOf('window.open(')];
  expect(shut).toBeGreaterThan(0);
  expect(opened).toBeGreaterThan(shut);
});

test('the command line forbids core dumps before it reads a secret', () => {
  const calls = callsIn('src/cli/main.ts', '');
  expect(calls[0]).toBe('forbidCoreDumps()');
});

test('a lock clears the clipboard again after the session is closed, because records can be copied until then', () => {
  const calls = callsIn('src/main/shell/start.ts', 'closeSession');
  expect(calls.indexOf('session.close()')).toBeGreaterThan(0);
  expect(calls.lastIndexOf('copies.takeBack()')).toBeGreaterThan(calls.indexOf('session.close()'));
});

test('what a development runtime may open is checked before engines learn of any study', () => {
  const source = readFileSync(join(repositoryFolder, 'src/main/engines/session.ts'), 'utf8');
  const [asked, begun] = [source.indexOf('assertOnlySynthetic(vault)'), source.indexOf('engines.begin(')];
  expect(asked).toBeGreaterThan(0);
  expect(begun).toBeGreaterThan(asked);
});
