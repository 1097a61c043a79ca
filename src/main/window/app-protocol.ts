import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { extname, join, posix, sep } from 'node:path';
import { protocol, type Session } from 'electron';
import { headersOf, page } from './page-answer.ts';

/** Must be called before Electron is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the built window from a file map that is fixed at the start. The path of a request is never joined to a folder. */
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
