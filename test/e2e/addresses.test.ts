import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import { openBench } from './bench.ts';

/** Addresses that try to leave the window's own files. */
const LEADING_OUT = [
  // Up and out, plain and encoded once, twice and three times.
  'app://ui/../package.json',
  'app://ui/../../package.json',
  'app://ui/../../../../../../etc/passwd',
  'app://ui/./../main/index.js',
  'app://ui/assets/../../main/index.js',
  'app://ui/assets/../../preload/preload.cjs',
  'app://ui/%2e%2e/%2e%2e/package.json',
  'app://ui/%2E%2E%2Fpackage.json',
  'app://ui/..%2f..%2fpackage.json',
  'app://ui/.%2e/package.json',
  'app://ui/%252e%252e/%252e%252e/package.json',
  'app://ui/%252e%252e%252fpackage.json',
  'app://ui/%25252e%25252e%25252fpackage.json',
  'app://ui/assets/%2e%2e/%2e%2e/main/index.js',
  'app://ui/....//....//package.json',
  'app://ui/..;/main/index.js',
  // Backslashes, drives, shares.
  'app://ui/..\\..\\package.json',
  'app://ui/..%5c..%5cpackage.json',
  'app://ui/%5c%5cserver%5cshare%5cfile',
  'app://ui/\\\\server\\share\\file',
  'app://ui/C:/Windows/win.ini',
  'app://ui/C:%5cWindows%5cwin.ini',
  'app://ui/file:///etc/passwd',
  // Absolute paths.
  'app://ui//etc/passwd',
  'app://ui///etc/passwd',
  'app://ui/etc/passwd',
  'app://ui/proc/self/environ',
  // Null bytes and other control characters.
  'app://ui/%00',
  'app://ui/index.html%00.js',
  'app://ui/index.html%0a',
  'app://ui/assets/%0d%0aset-cookie:x=1',
  // Names that only look like ours.
  'app://ui/INDEX.HTML',
  'app://ui/index.html.',
  'app://ui/index.html%20',
  'app://ui/index.html/',
  'app://ui/index.html::$DATA',
  'app://ui/index%E2%80%AE.html',
  'app://ui/\uFF0E\uFF0E/package.json',
  'app://ui/%c0%ae%c0%ae/package.json',
  'app://ui/%u002e%u002e/package.json',
  'app://ui/assets',
  'app://ui/assets/',
  'app://ui/%',
  'app://ui/%zz',
  `app://ui/${'a/'.repeat(2000)}x`,
  `app://ui/${'../'.repeat(500)}etc/passwd`,
  'app://ui/keys.json',
  'app://ui/toString',
  'app://ui/__proto__',
  // Other hosts.
  'app://other/index.html',
  'app://ui.evil/index.html',
  'app://evil@other/index.html',
  'app://ui%2eevil/index.html',
  'app://127.0.0.1/index.html',
  'app:///index.html',
  'app://\u0443i/index.html',
] as const;

/** Other spellings of our own address: they may be answered, but only with one of the window's files. */
const STAYING_IN = [
  'app://ui/',
  'app://ui',
  'app://ui/index.html',
  'app://ui/index.html?file=../../package.json',
  'app://ui/?/../../package.json',
  'app://ui/index.html#/../../package.json',
  'app://ui/#app://other/',
  'app://ui/assets/../index.html',
  'app://ui/./index.html',
  'APP://UI/index.html',
  // Chromium drops the port of such an address before the handler sees it.
  'app://ui:8080/index.html',
  'app://user:word@ui/index.html',
] as const;

/** Schemes that a page might try instead. */
const OTHER_SCHEMES = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'FILE:///etc/passwd',
  'file:/etc/passwd',
  'view-source:file:///etc/passwd',
  'filesystem:app://ui/temporary/x',
  'blob:app://ui/00000000-0000-0000-0000-000000000000',
  'chrome://version/',
  'chrome-extension://x/y',
  'devtools://devtools/bundled/inspector.html',
  'ftp://127.0.0.1:1/x',
  'http://127.0.0.1:1/x',
  'https://127.0.0.1:1/x',
  'ws://127.0.0.1:1/x',
  '//127.0.0.1:1/x',
  '\\\\127.0.0.1\\share\\x',
] as const;

test.describe('the addresses of the window', () => {
  const { carrel } = openBench({ service: null });

  test('serve only the window’s own files, however they are written', async () => {
    const served = servedDigests();
    const forms = [...LEADING_OUT, ...STAYING_IN];
    expect(LEADING_OUT.length).toBeGreaterThanOrEqual(40);
    const answers = await carrel.app.evaluate(async ({ session }, addresses) => {
      const pages = session.fromPartition('carrel');
      const read = async (address: string): Promise<{ status: number; bytes: string }> => {
        try {
          const answer = await pages.fetch(address);
          return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()).toString('base64') };
        } catch {
          return { status: 0, bytes: '' };
        }
      };
      const late = (): Promise<{ status: number; bytes: string }> =>
        new Promise((settle) => setTimeout(settle, 60_000, { status: -1, bytes: '' }));
      return Promise.all(addresses.map((address) => Promise.race([read(address), late()])));
    }, forms);
    const found = answers.map(({ status, bytes }, place) => {
      const form = forms[place] ?? '';
      if (status === -1) return { form, is: 'never answered' };
      if (status !== 200)
        return { form, is: bytes === '' && (status === 404 || status === 0) ? 'nothing' : `status ${String(status)} with bytes` };
      return { form, is: served.has(digestOf(Buffer.from(bytes, 'base64'))) ? 'a file of the window' : 'something else' };
    });
    expect(found.filter(({ form, is }) => is !== (LEADING_OUT.some((out) => out === form) ? 'nothing' : is))).toEqual([]);
    expect(found.filter(({ is }) => is !== 'nothing' && is !== 'a file of the window')).toEqual([]);
    // Control: the window's own addresses are answered.
    expect(found.filter(({ is }) => is === 'a file of the window').length).toBeGreaterThanOrEqual(6);
  });

  test('of other schemes cannot be loaded by the page, by fetch, element or import', async () => {
    const reached = await carrel.page.evaluate(async (addresses) => {
      const settled = (element: HTMLElement, attribute: string, address: string): Promise<boolean> =>
        new Promise((settle) => {
          element.addEventListener('load', () => {
            settle(true);
          });
          element.addEventListener('error', () => {
            settle(false);
          });
          element.setAttribute(attribute, address);
          document.body.append(element);
        });
      const link = (): HTMLElement => Object.assign(document.createElement('link'), { rel: 'stylesheet' });
      const ways: readonly (readonly [string, (address: string) => Promise<boolean>])[] = [
        [
          'fetch',
          (address) =>
            fetch(address).then(
              () => true,
              () => false,
            ),
        ],
        ['image', (address) => settled(document.createElement('img'), 'src', address)],
        ['style sheet', (address) => settled(link(), 'href', address)],
        ['script', (address) => settled(document.createElement('script'), 'src', address)],
        [
          'import',
          (address) =>
            import(address).then(
              () => true,
              () => false,
            ),
        ],
        [
          'socket',
          (address) =>
            new Promise((settle) => {
              try {
                const socket = new WebSocket(address);
                socket.onopen = () => settle(true);
                socket.onerror = () => settle(false);
              } catch {
                settle(false);
              }
            }),
        ],
      ];
      const found: string[] = [];
      for (const [name, way] of ways) for (const address of addresses) if (await way(address)) found.push(`${name} of ${address}`);
      return found;
    }, OTHER_SCHEMES);
    expect(reached).toEqual([]);
  });
});

/** Digests of the built window's files; of the page itself without its nonce, which differs with each load. */
function servedDigests(): ReadonlySet<string> {
  const root = join(repositoryFolder, 'out', 'renderer');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(files.map((entry) => digestOf(readFileSync(join(entry.parentPath, entry.name)))));
}

function digestOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const plain = text.startsWith('<!') ? text.replaceAll(/nonce="[^"]*"/g, 'nonce=""').replaceAll('__CSP_NONCE__', '') : text;
  return createHash('sha256').update(plain, 'latin1').digest('hex');
}
