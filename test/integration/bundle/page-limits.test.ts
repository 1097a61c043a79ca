import { describe, expect, test } from 'vitest';
import { codeOf, head } from '../../unit/bundle/page-body.ts';

function nested(depth: number): string {
  return `{${head},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
}

describe('the limits of a page', () => {
  test('nesting: 64 levels pass, 65 do not, and millions do not exhaust the stack', () => {
    expect([
      codeOf(nested(63)),
      codeOf(nested(64)),
      codeOf(nested(5_001)),
      codeOf(nested(5_000_000)),
      codeOf('['.repeat(5_000_000)),
    ]).toEqual(['OK', 'LIMIT', 'LIMIT', 'LIMIT', 'LIMIT']);
  });

  test('values: 999,901 in an array pass, a million in objects do not', () => {
    const fields = Array.from({ length: 1_000_000 }, (_, index) => `"${index}":0`).join(',');
    expect([
      codeOf(`{${head},"x":{${fields}}}`),
      codeOf(`{${head},"x":[${'0,'.repeat(999_900)}0]}`),
      codeOf(`{${head},"entry":[${'{"resource":{}},'.repeat(500_000)}{}]}`),
    ]).toEqual(['LIMIT', 'OK', 'LIMIT']);
  });

  test('text: a megabyte passes, one byte more does not; names: 4 KiB', () => {
    const text = 'x'.repeat(1024 * 1024);
    expect([
      codeOf(`{${head},"x":"${text}"}`),
      codeOf(`{${head},"x":"${text}y"}`),
      codeOf(`{${head},"x":1${'0'.repeat(1024 * 1024)}}`),
    ]).toEqual(['OK', 'LIMIT', 'LIMIT']);
    expect([codeOf(`{${head},"${'k'.repeat(4096)}":1}`), codeOf(`{${head},"${'k'.repeat(4097)}":1}`)]).toEqual(['OK', 'LIMIT']);
  });

  test('outside the entries: unread fields count nothing, those that are read may have 256 KiB', () => {
    const text = 'x'.repeat(200_000);
    expect([
      codeOf(`{${head},"meta":["${text}","${text}"],"extra":{"a":"${text}"}}`),
      codeOf(`{${head},"identifier":{"value":"a","x":"${text}","y":"${text}"}}`),
      codeOf(`{${head},"link":[{"relation":"next","url":"${'x'.repeat(17_000)}"}]}`),
    ]).toEqual(['OK', 'LIMIT', 'PROTOCOL']);
  });

  test('size: a body over 64 MiB does not pass', () => {
    expect(codeOf(Buffer.alloc(64 * 1024 * 1024 + 1, ' '))).toBe('LIMIT');
  });
});
