import { describe, expect, test } from 'vitest';
import { connectionSchema, readPins, type Connection } from '../../../src/shared/connection.ts';

const usual: Connection = { baseUrl: 'https://service.example', partnerId: 'P', clientId: 'C', tokenStyle: 'body', demo: false };
const pin = `${'A'.repeat(43)}=`;
const pins = (count: number): readonly string[] => Array.from({ length: count }, () => pin);

describe('a connection', () => {
  test.each<[string, object]>([
    ['of the usual kind', {}],
    ['with the longest address', { baseUrl: 'x'.repeat(2048), tokenUrl: 'x'.repeat(2048) }],
    ['with the longest names', { partnerId: 'x'.repeat(256), clientId: 'x'.repeat(256) }],
    ['with several scopes', { scope: 'read:all write!' }],
    ['without a scope', { scope: '' }],
    ['with the longest scope and audience', { scope: 'x'.repeat(1024), audience: 'x'.repeat(1024) }],
    ['with eight pins', { pins: pins(8) }],
    ['with the fewest requests and the least patience', { maxRequestsPerSecond: 0.01, patienceSeconds: 1 }],
    ['with the most', { maxRequestsPerSecond: 1000, patienceSeconds: 3600 }],
  ])('%s is accepted', (_what, differing) => {
    expect(connectionSchema.safeParse({ ...usual, ...differing }).success).toBe(true);
  });

  test.each<[string, object]>([
    ['with an address too long', { baseUrl: 'x'.repeat(2049) }],
    ['with a token address too long', { tokenUrl: 'x'.repeat(2049) }],
    ['without a partner', { partnerId: '' }],
    ['without a client', { clientId: '' }],
    ['with a partner too long', { partnerId: 'x'.repeat(257) }],
    ['with a client too long', { clientId: 'x'.repeat(257) }],
    ['with two spaces in its scope', { scope: 'a  b' }],
    ['with a quote in its scope', { scope: 'a"b' }],
    ['with a scope too long', { scope: 'x'.repeat(1025) }],
    ['with an empty audience', { audience: '' }],
    ['with a space in its audience', { audience: 'a b' }],
    ['with an audience too long', { audience: 'x'.repeat(1025) }],
    ['with no pin of several', { pins: [] }],
    ['with nine pins', { pins: pins(9) }],
    ['with a pin too short', { pins: [pin.slice(1)] }],
    ['with too few requests', { maxRequestsPerSecond: 0.009 }],
    ['with too many requests', { maxRequestsPerSecond: 1000.1 }],
    ['with no patience', { patienceSeconds: 0 }],
    ['with too much patience', { patienceSeconds: 3601 }],
    ['with half a second of patience', { patienceSeconds: 1.5 }],
    ['with its secret', { secret: 'x' }],
    ['with another way to get a token', { tokenStyle: 'cookie' }],
  ])('%s is refused', (_what, differing) => {
    expect(connectionSchema.safeParse({ ...usual, ...differing }).success).toBe(false);
  });
});

describe('typed pins', () => {
  const other = `${'B'.repeat(43)}=`;

  test('are separated by commas and white space, with or without their kind', () => {
    expect(readPins(` sha256/${pin},\n${other} `)).toEqual([pin, other]);
  });

  test.each(['', ' , \n'])('are none in %j', (text) => {
    expect(readPins(text)).toBeUndefined();
  });

  test.each(['abc', `${pin} abc`, `sha1/${pin}`, pins(9).join(' ')])('are invalid in %j', (text) => {
    expect(readPins(text)).toBeNull();
  });
});
