import { app, type Session, type WebContents } from 'electron';
import { appOrigin } from './app-protocol.ts';

/** Switches that would open the window or its traffic to others; a packaged app refuses to start with any of them. */
const refusedSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'no-sandbox',
  'disable-web-security',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'host-rules',
  'host-resolver-rules',
  'proxy-server',
  'password-store',
  'load-extension',
  'js-flags',
  'user-data-dir',
  'log-net-log',
  'ssl-key-log-file',
] as const;
const refusedVariables = ['SSLKEYLOGFILE', 'ELECTRON_LOG_ASAR_READS'] as const;

/** The first dangerous switch or variable of this start, or null. Development builds accept them (tests drive the window through one). */
export function refusedStart(): string | null {
  if (!app.isPackaged) return null;
  const found = refusedSwitches.find((name) => app.commandLine.hasSwitch(name));
  if (found !== undefined) return `--${found}`;
  return refusedVariables.find((name) => process.env[name] !== undefined) ?? null;
}

/** Denies every permission and every download of a session, and every request that is not for the window's own files. */
export function hardenSession(session: Session): void {
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
    decide({ cancel: !isOurPage(url) && !isLocal(url) });
  });
}

/** Whatever web contents there will ever be, they are kept where they were loaded, and no certificate is handed to anybody. */
export function hardenApp(): void {
  app.on('web-contents-created', (_event, contents) => {
    hardenContents(contents);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
}

/** Keeps web contents on the one page they were loaded with: no navigation, no window, no webview. */
function hardenContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => {
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
function isLocal(address: string): boolean {
  return address.startsWith('data:') || (!app.isPackaged && address.startsWith('devtools:'));
}
