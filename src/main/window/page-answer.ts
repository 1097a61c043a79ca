import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Returns a page with its content security policy and a nonce that is new for each load. */
export function page(template: Buffer): Response {
  const nonce = randomBytes(16).toString('base64');
  const html = template.toString('utf8').replaceAll('__CSP_NONCE__', nonce);
  return new Response(html, { headers: { ...headersOf('.html'), 'content-security-policy': contentPolicy(nonce) } });
}

/** The content security policy of one load. Scripts need the nonce, styles the nonce or our own origin. */
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
    // Without it, 'strict-dynamic' would let scripts start workers of any text.
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Returns the headers for a file of the window, given its name or only its extension. */
export function headersOf(file: string): Record<string, string> {
  const type = mediaTypes[extname(file) === '' ? file : extname(file)] ?? 'application/octet-stream';
  return { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
}
