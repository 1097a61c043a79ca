import type { App, Session, WebContents } from 'electron';
import { appOrigin } from '../platform/sender.ts';

/** Of a session, what is shut. */
type ShutSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'on'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
> & { readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'> };

/** Denies every permission and every download of a session, and every request that is not for the window's own files. */
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
}

/**
 * Whatever web contents and sessions there will ever be: contents are kept where they were loaded, no certificate is handed to
 * anybody, and no session fetches the dictionary of a spelling checker (a request of Chromium's own, which no filter of ours sees).
 */
export function hardenApp(app: Pick<App, 'on'>): void {
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
 * Keeps web contents on the one page they were loaded with: no navigation, no window, no webview. A page that asks to stay is not heard: it
 * would still show a study after a lock, and keep Carrel from ending.
 */
function hardenContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  const stay = (event: { preventDefault(): void; url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  // Not to prevent the page from preventing it: that is Electron's way to say that it goes.
  contents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** True for `app://ui` and nothing that merely looks like it. */
function isOurPage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && `${url.protocol}//${url.host}` === appOrigin;
}

/** Addresses that leave nothing and fetch nothing; the developer tools exist in development builds only. */
function isLocal(address: string, isPackaged: boolean): boolean {
  return address.startsWith('data:') || (!isPackaged && address.startsWith('devtools:'));
}
