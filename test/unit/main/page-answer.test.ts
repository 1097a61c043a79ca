import { expect, test } from 'vitest';
import { headersOf, page } from '../../../src/main/window/page-answer.ts';

/** The exact policy of a page. Adding or removing a directive fails here, so that it is a decision. */
const directives = [
  "default-src 'none'",
  "script-src 'nonce-N' 'strict-dynamic'",
  "style-src 'self' 'nonce-N'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

async function load(): Promise<{ readonly nonce: string; readonly policy: readonly string[]; readonly html: string }> {
  const answer = page(Buffer.from('<script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__"></style>'));
  const policy = answer.headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  return { nonce, policy: policy.replaceAll(nonce, 'N').split('; '), html: await answer.text() };
}

test.each(directives)('the policy of a page has: %s', async (directive) => {
  expect((await load()).policy).toContain(directive);
});

test('the policy of a page has nothing else', async () => {
  expect((await load()).policy).toEqual(directives);
});

test('each load has its own nonce of 16 bytes, the same in page and policy', async () => {
  const loads = await Promise.all(Array.from({ length: 50 }, load));
  expect(new Set(loads.map(({ nonce }) => nonce)).size).toBe(50);
  for (const { nonce, html } of loads) {
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(html).toBe(`<script nonce="${nonce}"></script><style nonce="${nonce}"></style>`);
  }
});

test.each(['index.html', 'start.js', 'start.css', 'font.woff2', 'unknown.bin'])(
  '%s is served without content sniffing or caching',
  (file) => {
    expect(headersOf(file)).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  },
);

test('a file with an unknown extension is served as neither script nor page', () => {
  expect(headersOf('unknown.bin')['content-type']).toBe('application/octet-stream');
});
