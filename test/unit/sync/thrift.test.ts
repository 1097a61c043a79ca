import { describe, expect, test } from 'vitest';
import { bigPage, createThrift, type Thrift } from '../../../src/core/sync/thrift.ts';

const MB = 1e6;

function thriftAt(resident: number): { readonly thrift: Thrift; readonly flags: string[] } {
  const flags: string[] = [];
  return {
    thrift: createThrift(
      () => resident,
      (flag) => flags.push(flag),
    ),
    flags,
  };
}

describe('memory is saved', () => {
  test('from the first big page on, until the end', () => {
    const { thrift, flags } = thriftAt(150 * MB);
    thrift.meet({ byteLength: bigPage });
    expect(flags).toEqual([]);
    thrift.meet({ byteLength: bigPage + 1 });
    thrift.meet({ byteLength: 1 });
    thrift.meet({ byteLength: bigPage + 1 });
    expect(flags).toEqual(['--optimize-for-size']);
    thrift.end();
    expect(flags).toEqual(['--optimize-for-size', '--no-optimize-for-size']);
  });

  test('once the process has become large, whatever the pages are like', () => {
    const { thrift, flags } = thriftAt(421 * MB);
    thrift.meet({ byteLength: 1 });
    expect(flags).toEqual(['--optimize-for-size']);
  });

  test('never by pages as services send them', () => {
    const { thrift, flags } = thriftAt(419 * MB);
    for (let page = 0; page < 1000; page += 1) thrift.meet({ byteLength: bigPage / 2 });
    thrift.end();
    expect(flags).toEqual([]);
  });
});
