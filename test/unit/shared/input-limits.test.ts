import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type CallName } from '../../../src/shared/contract.ts';
import { judgeInput } from '../../../src/shared/input-limits.ts';

const million = 1_000_000;

describe('the input of a call', () => {
  test.each([
    ['nothing', undefined, null],
    ['a text at the limit', 'x'.repeat(million), null],
    ['a text beyond the limit', 'x'.repeat(million + 1), 'too large'],
    ['a nested text', { study: { deep: ['x'.repeat(million)] } }, 'too large'],
    ['a long name', { ['x'.repeat(million)]: 1 }, 'too large'],
    ['many numbers', Array.from({ length: 130_000 }, () => 0), 'too large'],
    ['a list of empty slots', new Array(200_000), 'too large'],
    ['many empty objects', Array.from({ length: 62_000 }, () => ({})), null],
    ['more empty objects', Array.from({ length: 63_000 }, () => ({})), 'too large'],
    ['bytes', new Uint8Array(8), 'not plain'],
    ['a nested date', { study: [new Date(0)] }, 'not plain'],
    ['a map', new Map(), 'not plain'],
    ['a field __proto__', JSON.parse('{"layouts":{"__proto__":""}}'), 'not plain'],
    ['an object without a prototype', Object.create(null), null],
    ['nested lists', Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], []), 'too large'],
  ])('%s', (_name, input, expected) => {
    expect(judgeInput('studies.add', input)).toBe(expected);
  });

  test('that contains itself is too large', () => {
    const round: { self?: unknown } = {};
    round.self = round;
    expect(judgeInput('studies.add', round)).toBe('too large');
  });

  test('may be larger for copied records and chosen rows', () => {
    expect(judgeInput('clipboard.records', { text: 'x'.repeat(8 * million) })).toBeNull();
    expect(judgeInput('clipboard.records', { text: 'x'.repeat(9 * million) })).toBe('too large');
    expect(judgeInput('clipboard.write', { text: 'x'.repeat(2 * million) })).toBe('too large');
    const keys = Array.from({ length: 100_000 }, (_, index) => `3f2504e0-4f89-11d3-9a0c-${String(index)}`);
    expect(judgeInput('rows.count', { study: '1', selection: { chosen: { mode: 'only', keys } } })).toBeNull();
  });

  test('may name 200,000 subjects in every call that takes the subject filter', () => {
    const subjects = Array.from({ length: 200_000 }, (_, at) => `22-001-${String(at).padStart(6, '0')}`);
    const filtered = Object.entries(contract).filter(([, { input }]) => input instanceof z.ZodObject && 'subjects' in input.shape);
    expect(filtered.length).toBeGreaterThan(5);
    expect(filtered.filter(([name]) => judgeInput(name as CallName, { subjects }) !== null).map(([name]) => name)).toEqual([]);
  });
});
