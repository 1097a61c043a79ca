import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openBench } from './bench.ts';

/** Addresses that a page may be tricked into opening. */
const HOSTILE = [
  'https://127.0.0.1:1/',
  'http://127.0.0.1:1/',
  'app://good.evil/',
  'app://ui.evil/',
  'app://ui@evil/',
  'app://evil/ui',
  'app:///etc/passwd',
  'file:///etc/passwd',
  'data:text/html,<h1>no</h1>',
  'blob:app://ui/1',
  'javascript:document.title="ran"',
  'chrome://gpu',
  'devtools://devtools/bundled/inspector.html',
  'view-source:app://ui/',
  // Last, since the page is led back from there and is not ours in the meantime.
  'about:blank#x',
];
const PERMISSIONS = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'midi',
  'clipboard-read',
  'persistent-storage',
  'accelerometer',
  'gyroscope',
  'magnetometer',
  'screen-wake-lock',
  'storage-access',
];
/** Texts that would run a script if they were taken for HTML. */
const SCRIPTS = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=2">',
  '<svg onload="window.ran=3">',
  '<a href="javascript:window.ran=4" id=link>x</a>',
  '<iframe srcdoc="<script>parent.ran=5</script>"></iframe>',
  '<iframe src="javascript:parent.ran=6"></iframe>',
  '<details open ontoggle="window.ran=7">x</details>',
  '<input autofocus onfocus="window.ran=8">',
  '<body onload="window.ran=9">',
  '<object data="data:text/html,<script>parent.ran=10</script>"></object>',
  '<embed src="data:text/html,<script>parent.ran=11</script>">',
  '<form action="javascript:window.ran=12"><button id=send>x</button></form>',
  '<math><mtext onclick="window.ran=13">x</mtext></math>',
  '<video><source onerror="window.ran=14"></video>',
  '<marquee onstart="window.ran=15">x</marquee>',
  '<base href="https://127.0.0.1:1/">',
  '<link rel=stylesheet href="https://127.0.0.1:1/x.css">',
  '<meta http-equiv=refresh content="0;url=https://127.0.0.1:1/">',
  '<style>@import "https://127.0.0.1:1/x.css"</style>',
  '<div style="background:url(https://127.0.0.1:1/x)">x</div>',
];

test.describe.configure({ mode: 'serial' });

test.describe('a compromised page', () => {
  const { folder, carrel, reopen } = openBench({ service: null });

  test('is sandboxed and isolated, with no insecure setting in any web contents', async () => {
    const found = await carrel.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => {
        const kept = (contents as unknown as { getLastWebPreferences(): Record<string, unknown> | null }).getLastWebPreferences() ?? {};
        return Object.fromEntries(
          [
            'sandbox',
            'contextIsolation',
            'nodeIntegration',
            'nodeIntegrationInWorker',
            'nodeIntegrationInSubFrames',
            'webviewTag',
            'webSecurity',
            'allowRunningInsecureContent',
            'experimentalFeatures',
            'enableBlinkFeatures',
          ].map((name) => [name, kept[name]]),
        );
      }),
    );
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) {
      expect(each).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false });
      for (const name of ['nodeIntegrationInWorker', 'nodeIntegrationInSubFrames', 'allowRunningInsecureContent', 'experimentalFeatures'])
        expect(each[name] ?? false, name).toBe(false);
      expect(each['webSecurity'] ?? true).toBe(true);
      expect(each['enableBlinkFeatures'] ?? '').toBe('');
    }
  });

  test('has no Node in page, frame or worker, and its patched prototypes do not reach the preload script', async () => {
    const found = await carrel.page.evaluate(async () => {
      const names = ['require', 'process', 'Buffer', 'module', 'global', '__dirname'];
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inFrame = names.filter((name) => frame.contentWindow !== null && name in frame.contentWindow);
      const bridgeInFrame = frame.contentWindow !== null && 'carrel' in frame.contentWindow;
      frame.remove();
      // A worker made by the page should not start at all.
      let worker = 'none';
      try {
        const made = new Worker(URL.createObjectURL(new Blob(['postMessage(typeof require)'])));
        worker = await new Promise<string>((settle) => {
          made.onmessage = ({ data }) => settle(String(data));
          made.onerror = () => settle('none');
        });
      } catch {
        worker = 'none';
      }
      const stolen: unknown[] = [];
      const { push } = Array.prototype;
      Array.prototype.push = function (...items: unknown[]) {
        stolen.push(items);
        return push.apply(this, items);
      };
      const reply = await window.carrel.call('app.state', undefined);
      Array.prototype.push = push;
      return {
        inPage: names.filter((name) => name in globalThis),
        inFrame,
        bridgeInFrame,
        worker,
        ok: reply.ok,
        stolen: JSON.stringify(stolen),
      };
    });
    expect(found).toMatchObject({ inPage: [], inFrame: [], bridgeInFrame: false, worker: 'none', ok: true });
    expect(found.stolen).not.toContain('app.state');
  });

  test('finds exactly four functions on its bridge, and nothing behind them', async () => {
    const found = await carrel.page.evaluate(() => {
      const seen = new Set<unknown>();
      const names: string[] = [];
      const walk = (value: unknown, path: string): void => {
        if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
        seen.add(value);
        for (const key of Reflect.ownKeys(value)) {
          const place = `${path}.${String(key)}`;
          names.push(place);
          const { value: inner } = Reflect.getOwnPropertyDescriptor(value, key) ?? {};
          walk(inner, place);
        }
      };
      walk(window.carrel, 'carrel');
      const kinds = Object.values(window.carrel).map((each) => typeof each);
      return { names, kinds, frozen: Object.isFrozen(window.carrel) };
    });
    expect(found.kinds).toEqual(['function', 'function', 'function', 'function']);
    expect(found.frozen).toBe(true);
    expect(found.names.filter((name) => /^carrel\.\w+$/.test(name))).toEqual([
      'carrel.call',
      'carrel.offerFile',
      'carrel.onEvent',
      'carrel.ready',
    ]);
    expect(found.names.filter((name) => /ipc|sender|electron|webFrame/i.test(name))).toEqual([]);
  });

  test('is granted none of twelve permissions, no capture and no device', async () => {
    const states = await carrel.page.evaluate(
      (names) =>
        Promise.all(
          names.map((name) =>
            navigator.permissions.query({ name: name as PermissionName }).then(
              ({ state }) => state,
              () => 'unknown',
            ),
          ),
        ),
      PERMISSIONS,
    );
    expect(states).toHaveLength(12);
    expect(states.filter((state) => state !== 'denied' && state !== 'unknown')).toEqual([]);
    const asked = await carrel.page.evaluate(async () => {
      const outcome = (promise: Promise<unknown>): Promise<string> =>
        promise.then(
          () => 'granted',
          () => 'refused',
        );
      const devices = navigator as unknown as Record<
        'hid' | 'serial' | 'usb',
        { getDevices?(): Promise<unknown[]>; getPorts?(): Promise<unknown[]> } | undefined
      >;
      return {
        media: await outcome(navigator.mediaDevices.getUserMedia({ audio: true })),
        display: await outcome(navigator.mediaDevices.getDisplayMedia()),
        hid: (await devices.hid?.getDevices?.())?.length ?? 0,
        serial: (await devices.serial?.getPorts?.())?.length ?? 0,
        usb: (await devices.usb?.getDevices?.())?.length ?? 0,
      };
    });
    expect(asked).toEqual({ media: 'refused', display: 'refused', hid: 0, serial: 0, usb: 0 });
  });

  test('cannot navigate to any of fifteen hostile addresses or open a window', async () => {
    const { app, page } = carrel;
    for (const address of HOSTILE) {
      await app.evaluate(async ({ BrowserWindow }, to) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        // As a page would: by script, by a link in a new window, by a form, by a frame.
        await contents?.executeJavaScript(`{
          const to = ${JSON.stringify(to)};
          try { window.open(to); } catch {}
          const link = document.createElement('a'); link.href = to; link.target = '_blank'; document.body.append(link); link.click(); link.remove();
          const form = document.createElement('form'); form.action = to; form.target = '_blank'; document.body.append(form); form.submit(); form.remove();
          const frame = document.createElement('iframe'); frame.src = to; document.body.append(frame); setTimeout(() => frame.remove());
          location.href = to;
          undefined;
        }`);
      }, address);
    }
    const found = () =>
      app.evaluate(({ BrowserWindow, webContents }) => ({
        windows: BrowserWindow.getAllWindows().length,
        contents: webContents.getAllWebContents().length,
        address: BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
        ran: BrowserWindow.getAllWindows()[0]?.webContents.getTitle() === 'ran',
      }));
    // It may reach an empty page, and is led back at once.
    await expect.poll(found).toEqual({ windows: 1, contents: 1, address: 'app://ui/', ran: false });
    expect(page.frames().filter((frame) => frame.url().startsWith('https:') || frame.url().startsWith('file:'))).toEqual([]);
    // Playwright still waits for navigations that never happened.
    await carrel.close();
    await reopen();
  });

  test('cannot create a webview or download a file', async () => {
    const { app, page } = carrel;
    await page.evaluate(() => {
      const view = document.createElement('webview');
      view.setAttribute('src', 'data:text/html,no');
      document.body.append(view);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['no']));
      link.download = 'no.txt';
      link.click();
    });
    const found = await app.evaluate(async ({ app: self, webContents }) => {
      await new Promise((settle) => setImmediate(settle));
      return { contents: webContents.getAllWebContents().length, downloads: self.getPath('downloads') };
    });
    expect(found.contents).toBe(1);
    expect(await readdir(found.downloads).catch(() => [])).not.toContain('no.txt');
  });

  test('reaches no server by WebRTC, over UDP or TCP, also after a reload', async () => {
    const { page } = carrel;
    const seen = { datagrams: 0, connections: 0 };
    const udp = createSocket('udp4', () => {
      seen.datagrams += 1;
    });
    const tcp = createServer((socket) => {
      seen.connections += 1;
      socket.destroy();
    });
    udp.bind(0, '127.0.0.1');
    tcp.listen(0, '127.0.0.1');
    await Promise.all([once(udp, 'listening'), once(tcp, 'listening')]);
    const at = `127.0.0.1:${udp.address().port}`;
    const over = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    for (let load = 0; load < 2; load += 1) {
      await page.evaluate(
        async ([stun, turn]) => {
          const login = { username: 'x', credential: 'x' };
          const servers = [{ urls: `stun:${stun}` }, { urls: [`turn:${stun}`, `turn:${turn}?transport=tcp`], ...login }];
          const peer = new RTCPeerConnection({ iceServers: servers });
          peer.createDataChannel('x');
          await peer.setLocalDescription(await peer.createOffer());
          await new Promise((settle) => setTimeout(settle, 3000));
          peer.close();
        },
        [at, over],
      );
      await page.reload();
    }
    udp.close();
    tcp.close();
    expect(seen).toEqual({ datagrams: 0, connections: 0 });
  });

  test('runs no script from injected HTML in twenty forms, and its policy has a fresh nonce per load', async () => {
    const { app, page } = carrel;
    const policies = await app.evaluate(async ({ session }) => {
      const pages = session.fromPartition('carrel');
      const read = async () => (await pages.fetch('app://ui/index.html')).headers.get('content-security-policy') ?? '';
      return [await read(), await read()];
    });
    for (const policy of policies) {
      for (const part of [
        "default-src 'none'",
        "connect-src 'none'",
        "style-src-attr 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toMatch(/unsafe-/);
    }
    expect(policies[0]).not.toBe(policies[1]);
    const violations = await page.evaluate(async (texts) => {
      let count = 0;
      document.addEventListener('securitypolicyviolation', () => {
        count += 1;
      });
      for (const text of texts) {
        const place = document.createElement('div');
        document.body.append(place);
        place.innerHTML = text;
        place.querySelector<HTMLElement>('#link')?.click();
        place.querySelector<HTMLElement>('#send')?.click();
        await new Promise((settle) => requestAnimationFrame(settle));
        place.remove();
      }
      await new Promise((settle) => requestAnimationFrame(settle));
      return count;
    }, SCRIPTS);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    // Control: the policy blocked them.
    expect(violations).toBeGreaterThan(10);
  });

  test('is refused if it calls from a frame, another window or a blank page', async () => {
    const replies = await carrel.app.evaluate(async ({ app, BrowserWindow, session }) => {
      const other = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: `${app.getAppPath()}/out/preload/preload.cjs`,
          sandbox: true,
          partition: 'carrel',
          nodeIntegrationInSubFrames: true,
        },
      });
      const seen: unknown[] = [];
      for (const address of ['app://ui/', 'data:text/html,<iframe src="about:blank"></iframe>', 'about:blank']) {
        await other.loadURL(address);
        for (const frame of other.webContents.mainFrame.framesInSubtree)
          seen.push(
            await frame.executeJavaScript(
              "window.carrel === undefined ? 'no bridge' : window.carrel.call('preferences.set', { scheme: 'dark' })",
            ),
          );
      }
      other.destroy();
      return { seen, persistent: session.fromPartition('carrel').isPersistent() };
    });
    expect(replies.seen.length).toBeGreaterThanOrEqual(4);
    for (const reply of replies.seen) if (reply !== 'no bridge') expect(reply).toMatchObject({ ok: false, error: { code: 'SECURITY' } });
    expect(replies.seen.filter((reply) => reply !== 'no bridge').length).toBeGreaterThanOrEqual(3);
    const state = await carrel.page.evaluate(() => window.carrel.call('preferences.get', undefined));
    expect(state).toMatchObject({ ok: true, value: { scheme: 'auto' } });
    expect(replies.persistent).toBe(false);
  });

  test('leaves nothing of its storage on disk', async () => {
    const word = 'canary-of-the-page-7341';
    await carrel.page.evaluate(async (text) => {
      localStorage.setItem('word', text);
      sessionStorage.setItem('word', text);
      document.cookie = `word=${text}`;
      await new Promise((settle) => {
        const opening = indexedDB.open('word');
        opening.onupgradeneeded = () => opening.result.createObjectStore('words').put(text, 'word');
        opening.onsuccess = opening.onerror = settle;
      });
    }, word);
    await carrel.close();
    const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    for (const entry of files) {
      const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0));
      for (const form of [Buffer.from(word), Buffer.from(word, 'utf16le')]) expect(bytes.includes(form), entry.name).toBe(false);
    }
    await reopen();
  });

  test('is refused calls with oversized input or with input that is not plain data', async () => {
    const reply = await carrel.page.evaluate(() => window.carrel.call('vault.unlock', { passphrase: 'x'.repeat(2_000_000) }));
    expect(reply).toMatchObject({ ok: false, error: { code: 'LIMIT' } });
    const strange = await carrel.page.evaluate(() => window.carrel.call('preferences.set', new Date(0)));
    expect(strange).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });
});
