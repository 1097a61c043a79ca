import type { App, Session, WebContents } from 'electron';
import { appOrigin } from '../platform/sender.ts';

/** The parts of a session that are restricted. */
type ShutSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'on'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'setProxy'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };

/** Nothing listens there: a port that only administrators can open. Addresses of this computer are not exempt. */
const deadEnd = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const;

/** Denies all permissions and downloads of a session, and all requests other than those for the window's own files. */
export function hardenSession(session: ShutSession, isPackaged: boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => {
    decide({});
  });
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    decide({ cancel: !isOurPage(url) && !isLocal(url, isPackaged) });
  });
  // WebRTC is subject neither to that filter nor to the content policy.
  void session.setProxy(deadEnd);
}

/**
 * Hardens all future web contents and sessions: contents stay on their page, no client certificate is handed out, and no session
 * downloads a spell-check dictionary (Chromium makes that request itself, so no filter of ours sees it). Call before Electron is ready.
 */
export function hardenApp(app: Pick<App, 'on' | 'commandLine'>): void {
  // No filter of ours sees the look-up that a <link rel="dns-prefetch"> causes; the name itself could carry what the window shows.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
  app.on('session-created', (session) => {
    session.setSpellCheckerEnabled(false);
    session.setSpellCheckerLanguages([]);
  });
  app.on('web-contents-created', (_event, contents) => {
    hardenContents(contents);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

/**
 * Keeps web contents on the page they were loaded with: no navigation, no window, no webview, no WebRTC past the session's proxy. A page
 * cannot prevent its own unload; otherwise it would still show a study after a lock, and keep Carrel from quitting.
 */
function hardenContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler' | 'setWebRTCIPHandlingPolicy'>): void {
  const stay = (event: { preventDefault(): void; url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  // In Electron, preventing this event means that the page unloads.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Returns true only for the origin `app://ui`, not for addresses that look like it. */
function isOurPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}` === appOrigin;
}

/** True for addresses that send and fetch nothing over the network. The developer tools exist only in development builds. */
function isLocal(address: string, isPackaged: boolean): boolean {
  return address.startsWith('data:') || (!isPackaged && address.startsWith('devtools:'));
}
