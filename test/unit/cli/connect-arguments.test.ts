import { describe, expect, test } from 'vitest';
import type { Given } from '../../../src/cli/command.ts';
import { readConnection, withStored } from '../../../src/cli/connect-arguments.ts';
import type { Connection } from '../../../src/shared/connection.ts';

const named = { 'base-url': 'https://s.example', 'partner-id': 'P', 'client-id': 'c' };
const pin = 'A'.repeat(43) + '=';

function given(options: Readonly<Record<string, string>>): Given {
  return { text: (name) => options[name] ?? null, texts: () => [], flag: (name) => name in options };
}

/** What a connect with these options stores, where `first` was stored before. */
function after(first: Readonly<Record<string, string>>, second: Readonly<Record<string, string>>) {
  const before = readConnection(given({ ...named, ...first }));
  const options = given({ ...named, ...second });
  return { before, ...withStored(readConnection(options), before, options) };
}

const all = {
  ...{ pin, 'token-auth': 'basic', scope: 'api', audience: 'https://a.example', 'token-url': 'https://t.example/token' },
  ...{ 'max-requests-per-second': '2', patience: '900' },
};

describe('a later connect', () => {
  test('to the same service keeps every option that it does not give, and names them', () => {
    const { before, connection, kept } = after(all, { 'client-id': 'other' });
    expect(connection).toEqual({ ...before, clientId: 'other' });
    expect(kept).toEqual(['--pin', '--token-auth', '--scope', '--audience', '--token-url', '--max-requests-per-second', '--patience']);
  });

  test('replaces what it gives, with the default or nothing as well', () => {
    const none = { pin: 'none', 'token-style': 'body', scope: 'full', audience: 'none', 'token-url': 'none' };
    const { connection, kept } = after(all, { ...none, 'max-requests-per-second': 'none', patience: '120' });
    expect(connection).toEqual({
      ...{ baseUrl: 'https://s.example', partnerId: 'P', clientId: 'c', tokenStyle: 'body', demo: false },
      ...{ scope: 'full', patienceSeconds: 120 },
    } satisfies Connection);
    expect(kept).toEqual([]);
  });

  test('to another service keeps nothing', () => {
    const { connection, kept } = after(all, { 'base-url': 'https://other.example' });
    expect([connection.tokenStyle, connection.scope, connection.tokenUrl, connection.pins, kept]).toEqual([
      'body',
      undefined,
      undefined,
      undefined,
      [],
    ]);
  });

  test('says nothing about defaults', () => {
    expect(after({}, {}).kept).toEqual([]);
  });
});
