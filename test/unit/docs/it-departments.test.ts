import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { fusesOf } from '../../../scripts/package/fuses.ts';
import { connect } from '../../../src/cli/commands/connect.ts';
import { mostRequests } from '../../../src/core/client/byte-budget.ts';
import { isBeyondCap, usualBackoff } from '../../../src/core/client/status-policy.ts';
import { errorCodes } from '../../../src/shared/errors.ts';

const page = readFileSync(join(repositoryFolder, 'docs', 'it-departments.md'), 'utf8');

/** The shipped code, without the demo service. */
const sources = readdirSync(join(repositoryFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('sandbox/'))
  .map((name) => ({ name, text: readFileSync(join(repositoryFolder, 'src', name), 'utf8') }));

function filesWith(pattern: RegExp): readonly string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
}

test('only the client accesses the network', () => {
  const speaking = filesWith(/from 'node:(?:net|tls|http|https|http2|dgram|dns|dns\/promises)'/);
  expect(speaking.length).toBeGreaterThan(0);
  expect(speaking.filter((name) => !name.startsWith('core/client/'))).toEqual([]);
  expect(filesWith(/\bnet\.(?:fetch|request)\(|globalThis\.fetch|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|sendBeacon/)).toEqual([]);
});

test('nothing listens, updates itself or reports crashes', () => {
  expect(filesWith(/\bcreateServer\b|\.listen\(/)).toEqual([]);
  expect(filesWith(/\bautoUpdater\b|\bcrashReporter\b|electron-updater/)).toEqual([]);
});

test('the load figures are those of the code', () => {
  expect(page).toContain(`At most ${String(mostRequests)} requests at a time`);
  expect([isBeyondCap(300), isBeyondCap(301)]).toEqual([false, true]);
  expect(page).toContain('up to 300 seconds');
  expect(page).toContain(`for ${String(usualBackoff.timeoutMs / 1000)} seconds`);
  expect(readFileSync(join(repositoryFolder, 'src/cli/connect-arguments.ts'), 'utf8')).toContain("'patience', 1, 3600");
});

test('the options and variables exist', () => {
  const options = [...page.matchAll(/carrel connect … (--[a-z-]+)|`(--patience)/g)].map(([, given, alone]) =>
    (given ?? alone ?? '').slice(2),
  );
  expect(new Set(options)).toEqual(new Set(['extra-certificates', 'max-requests-per-second', 'patience']));
  for (const option of options) expect(Object.keys(connect.options)).toContain(option);
  const variables = new Set([...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
  expect(variables.size).toBeGreaterThan(6);
  for (const name of variables) expect(filesWith(new RegExp(`\\b${name}\\b`)), name).not.toEqual([]);
});

test('TLS 1.2 is the minimum, certificates are verified, and the installed program takes none from the environment', () => {
  expect(filesWith(/minVersion: 'TLSv1\.2'/)).toEqual(['core/client/trust.ts']);
  expect(filesWith(/rejectUnauthorized: false/)).toEqual([]);
  expect(fusesOf('release').EnableNodeOptionsEnvironmentVariable).toBe(false);
});

test('the exit codes are those of the code', () => {
  const named = {
    NETWORK: '12 network or proxy',
    TLS: '13 certificate',
    AUTH: '10 credentials',
    LOCKED: '20 passphrase',
    STORE: '22 disk',
  };
  for (const [code, words] of Object.entries(named)) {
    expect(words).toMatch(new RegExp(`^${String(errorCodes[code as keyof typeof named].exit)} `));
    expect(page).toContain(words);
  }
});

test('its links to documents resolve, and the README links to it', () => {
  const links = [...page.matchAll(/\]\(([a-z-]+\.md)/g)].map(([, file = '']) => file);
  expect(links.length).toBeGreaterThan(2);
  for (const file of links) expect(existsSync(join(repositoryFolder, 'docs', file)), file).toBe(true);
  expect(readFileSync(join(repositoryFolder, 'README.md'), 'utf8')).toContain('(docs/it-departments.md)');
});
