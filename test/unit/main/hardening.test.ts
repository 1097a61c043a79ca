import { EventEmitter } from 'node:events';
import type { App, Session } from 'electron';
import { describe, expect, test } from 'vitest';
import { hardenApp, hardenSession } from '../../../src/main/shell/hardening.ts';

/*
 * In a window some of these stand behind one another, so that a test in it stays green when one of them is gone. Here each is asked alone,
 * as Chromium asks it.
 */

type Answer = (...args: unknown[]) => unknown;

/** Takes handlers as Electron's session does, and asks them. */
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

  /** What a handler gives back; null: nobody answers, and Chromium does as it likes. */
  ask(name: string, ...args: unknown[]): unknown {
    return this.handlers.get(name)?.(...args) ?? null;
  }

  /** What a handler decides, which it is handed a function for. */
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

  setWindowOpenHandler(handler: Answer): void {
    this.opens = handler;
  }
}

/** Whether something prevented what an event is about to do. */
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

function contentsOf(): AskedContents {
  const [app, contents] = [new EventEmitter(), new AskedContents()];
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

  test('has no permission already', () => {
    expect(hardened().ask('check', {}, 'media')).toBe(false);
  });

  test('has no device', () => {
    expect(hardened().ask('device', { deviceType: 'hid' })).toBe(false);
  });

  test('shows no screen to a page', () => {
    expect(hardened().decided('display', {})).toEqual({});
  });

  test('downloads nothing', () => {
    expect(isPrevented(hardened(), 'will-download')).toBe(true);
  });

  test('requests the files of the window alone', () => {
    const session = hardened();
    expect(session.decided('request', { url: 'app://ui/index.html' })).toEqual({ cancel: false });
    expect(session.decided('request', { url: 'data:text/html,' })).toEqual({ cancel: false });
    for (const url of [...elsewhere.filter((one) => !one.startsWith('data:')), 'devtools://devtools/x'])
      expect(session.decided('request', { url }), url).toEqual({ cancel: true });
    expect(hardened(false).decided('request', { url: 'devtools://devtools/x' })).toEqual({ cancel: false });
  });

  test('of whatever kind has no spelling checker, which would fetch a dictionary', () => {
    const [app, session] = [new EventEmitter(), new AskedSession()];
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
  test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('stay where they are: %s', (name) => {
    for (const url of elsewhere) expect(isPrevented(contentsOf(), name, { url }), url).toBe(true);
    expect(isPrevented(contentsOf(), name, { url: 'app://ui/' })).toBe(false);
  });

  test('hold no webview', () => {
    expect(isPrevented(contentsOf(), 'will-attach-webview')).toBe(true);
  });

  test('go where they are sent, though the page asks to stay', () => {
    expect(isPrevented(contentsOf(), 'will-prevent-unload')).toBe(true);
  });

  test('open no window', () => {
    expect(contentsOf().opens?.({ url: 'app://ui/' })).toEqual({ action: 'deny' });
  });
});

test('a server that asks for a client certificate is handed none', () => {
  const app = new EventEmitter();
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
