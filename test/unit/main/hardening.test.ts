import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { describe, expect, test } from 'vitest';
import { hardenApp, hardenSession } from '../../../src/main/shell/hardening.ts';

/*
 * In a window some of these guards back each other up, so that a test there passes even if one of them is missing. Here each one is
 * called on its own, as Chromium calls it.
 */

type Answer = (...args: unknown[]) => unknown;

/** Accepts handlers as Electron’s session does, and calls them. */
class AskedSession extends EventEmitter {
  readonly handlers = new Map<string, Answer>();
  readonly reported = new Map<string, unknown>();
  readonly webRequest = { onBeforeRequest: (handler: Answer) => void this.handlers.set('request', handler) };

  setPermissionRequestHandler(handler: Answer): void {
    this.handlers.set('permission', handler);
  }
  setPermissionCheckHandler(handler: Answer): void {
    this.handlers.set('check', handler);
  }
  setDevicePermissionHandler(handler: Answer): void {
    this.handlers.set('device', handler);
  }
  setDisplayMediaRequestHandler(handler: Answer): void {
    this.handlers.set('display', handler);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.reported.set('spelling', enabled);
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    this.reported.set('languages', languages);
  }
  async setProxy(config: unknown): Promise<void> {
    this.reported.set('proxy', config);
  }

  /** What a handler returns; null if there is no handler, so that Chromium decides. */
  ask(name: string, ...args: unknown[]): unknown {
    return this.handlers.get(name)?.(...args) ?? null;
  }

  /** What a handler passes to its callback. */
  decided(name: string, ...args: unknown[]): unknown {
    let decision: unknown = null;
    this.ask(name, ...args, (value: unknown) => {
      decision = value;
    });
    return decision;
  }
}

class AskedContents extends EventEmitter {
  opens: Answer | null = null;
  webRtc: string | null = null;

  setWindowOpenHandler(handler: Answer): void {
    this.opens = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }
}

/** Whether a listener prevented the default action of an event. */
function isPrevented(emitter: EventEmitter, name: string, details: Readonly<Record<string, unknown>> = {}, ...more: unknown[]): boolean {
  let prevented = false;
  emitter.emit(name, { ...details, preventDefault: () => (prevented = true) }, ...more);
  return prevented;
}

function hardened(isPackaged = true): AskedSession {
  const session = new AskedSession();
  hardenSession(session as unknown as Session, isPackaged);
  return session;
}

/** Accepts switches as Electron’s app does. */
class AskedApp extends EventEmitter {
  readonly switches: (readonly [string, string])[] = [];
  readonly commandLine = { appendSwitch: (...given: readonly [string, string]) => void this.switches.push(given) };
}

function contentsOf(): AskedContents {
  const [app, contents] = [new AskedApp(), new AskedContents()];
  hardenApp(app as unknown as App);
  app.emit('web-contents-created', {}, contents);
  return contents;
}

const elsewhere = [
  'https://example.org/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'app://ui.evil/',
  'app://good.evil',
  'app:ui/',
  'javascript:alert(1)',
  'data:text/html,x',
  'ws://example.org',
  'nonsense',
];

describe('a session', () => {
  test.each(['geolocation', 'media', 'clipboard-read', 'openExternal', 'fullscreen', 'fileSystem'])('denies %s', (permission) => {
    expect(hardened().decided('permission', {}, permission)).toBe(false);
  });

  test('reports no permission as granted', () => {
    expect(hardened().ask('check', {}, 'media')).toBe(false);
  });

  test('grants no device', () => {
    expect(hardened().ask('device', { deviceType: 'hid' })).toBe(false);
  });

  test('has a proxy that leads nowhere, so that WebRTC reaches no address over TCP', () => {
    const proxy = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };
    expect(hardened().reported.get('proxy')).toEqual(proxy);
  });

  test('shares no screen with a page', () => {
    expect(hardened().decided('display', {})).toEqual({});
  });

  test('downloads nothing', () => {
    expect(isPrevented(hardened(), 'will-download')).toBe(true);
  });

  test('requests only the files of the window', () => {
    const session = hardened();
    expect(session.decided('request', { url: 'app://ui/index.html' })).toEqual({ cancel: false });
    expect(session.decided('request', { url: 'data:text/html,' })).toEqual({ cancel: false });
    for (const url of [...elsewhere.filter((one) => !one.startsWith('data:')), 'devtools://devtools/x'])
      expect(session.decided('request', { url }), url).toEqual({ cancel: true });
    expect(hardened(false).decided('request', { url: 'devtools://devtools/x' })).toEqual({ cancel: false });
  });

  test('of any kind has no spelling checker, which would fetch a dictionary', () => {
    const [app, session] = [new AskedApp(), new AskedSession()];
    hardenApp(app as unknown as App);
    app.emit('session-created', session);
    expect(session.reported).toEqual(
      new Map<string, unknown>([
        ['spelling', false],
        ['languages', []],
      ]),
    );
  });
});

describe('web contents', () => {
  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('do not leave the window’s own pages: %s', (name) => {
    for (const url of elsewhere) expect(isPrevented(contentsOf(), name, { url }), url).toBe(true);
    expect(isPrevented(contentsOf(), name, { url: 'app://ui/' })).toBe(false);
  });

  test('attach no webview', () => {
    expect(isPrevented(contentsOf(), 'will-attach-webview')).toBe(true);
  });

  test('unload a page even if it asks to stay', () => {
    expect(isPrevented(contentsOf(), 'will-prevent-unload')).toBe(true);
  });

  test('send no datagrams by WebRTC', () => {
    expect(contentsOf().webRtc).toBe('disable_non_proxied_udp');
  });

  test('open no window', () => {
    expect(contentsOf().opens?.({ url: 'app://ui/' })).toEqual({ action: 'deny' });
  });
});

test('no page looks up names ahead of requests', () => {
  const app = new AskedApp();
  hardenApp(app as unknown as App);
  expect(app.switches).toEqual([['blink-settings', 'dnsPrefetchingEnabled=false']]);
});

test('a server that asks for a client certificate is handed none', () => {
  const app = new AskedApp();
  hardenApp(app as unknown as App);
  const chosen: unknown[] = [];
  const event = {} as const;
  const prevented = isPrevented(
    app,
    'select-client-certificate',
    event,
    {},
    'https://example.org',
    [{ data: 'one' }],
    (...args: unknown[]) => {
      chosen.push(args);
    },
  );
  expect([prevented, chosen]).toEqual([true, [[]]]);
});
