import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { extname, join, posix, sep } from 'node:path';
import { protocol, type Session } from 'electron';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Must run before `ready`. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built window from a file map that is fixed at start: no path of a request is ever joined to a folder. */
export function serveApp(session: Session, folder: string): void {
  const files = listFiles(folder);
  session.protocol.handle('app', async (request) => {
    const path = pathOf(request.url);
    const file = path === null ? undefined : files.get(path === '/' ? '/index.html' : path);
    if (file === undefined) return new Response(null, { status: 404 });
    const body = await readFile(file);
    return extname(file) === '.html' ? page(body) : new Response(new Uint8Array(body), { headers: headersOf(file) });
  });
}

function page(template: Buffer): Response {
  const nonce = randomBytes(16).toString('base64');
  const html = template.toString('utf8').replaceAll('__CSP_NONCE__', nonce);
  return new Response(html, { headers: { ...headersOf('.html'), 'content-security-policy': contentPolicy(nonce) } });
}

/** The content policy of one load: scripts and styles by nonce only, nothing from anywhere else. */
function contentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function headersOf(file: string): Record<string, string> {
  const type = mediaTypes[extname(file) === '' ? file : extname(file)] ?? 'application/octet-stream';
  return { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
}

function pathOf(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'app:' && url.host === 'ui' ? url.pathname : null;
}

function listFiles(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [posix.join('/', file.slice(folder.length).split(sep).join('/')), file];
    }),
  );
}
