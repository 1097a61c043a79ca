import { describe, expect, test } from 'vitest';
import { bigPage, createThrift, type Thrift } from '../../../src/core/sync/thrift.ts';

const MB = 1e6;
const MIB = 1024 * 1024;

function thriftAt(resident: number): { readonly thrift: Thrift; readonly collections: () => number } {
  let collections = 0;
  return {
    thrift: createThrift(
      () => resident,
      () => collections++,
    ),
    collections: () => collections,
  };
}

describe('memory is saved', () => {
  test('by big pages, every 8 MiB', () => {
    const { thrift, collections } = thriftAt(150 * MB);
    thrift.meet({ byteLength: bigPage + 1 });
    for (let spent = 1; spent <= 24; spent += 1) {
      thrift.spend(MIB);
      expect(collections()).toBe(Math.floor(spent / 8));
    }
  });

  test('by every second part of a big page', () => {
    const { thrift, collections } = thriftAt(150 * MB);
    thrift.meet({ byteLength: bigPage + 1 });
    for (let part = 0; part < 6; part += 1) thrift.spendPart();
    expect(collections()).toBe(3);
  });

  test('at once where a big page comes after many small ones, and not any more after it', () => {
    const { thrift, collections } = thriftAt(150 * MB);
    thrift.meet({ byteLength: bigPage });
    thrift.spend(100 * MIB);
    thrift.meet({ byteLength: bigPage + 1 });
    thrift.spend(1);
    expect(collections()).toBe(1);
    thrift.meet({ byteLength: bigPage });
    thrift.spend(100 * MIB);
    expect(collections()).toBe(1);
  });

  test('once the process has become large, whatever the pages are like', () => {
    const { thrift, collections } = thriftAt(421 * MB);
    thrift.meet({ byteLength: 1 });
    thrift.spend(8 * MIB);
    expect(collections()).toBe(1);
  });

  test('never by pages as services send them', () => {
    const { thrift, collections } = thriftAt(419 * MB);
    for (let page = 0; page < 1000; page += 1) {
      thrift.meet({ byteLength: bigPage / 2 });
      thrift.spend(bigPage / 2);
    }
    expect(collections()).toBe(0);
  });

  test('by what collects this heap, so that what is dead is gone', () => {
    const thrift = createThrift(() => 421 * MB);
    thrift.meet({ byteLength: 1 });
    let dead: unknown = Array.from({ length: 1_000_000 }, (_, index) => ({ index }));
    expect(dead).toHaveLength(1_000_000);
    const before = process.memoryUsage().heapUsed;
    dead = null;
    thrift.spend(8 * MIB);
    expect(process.memoryUsage().heapUsed).toBeLessThan(before - 8 * MB);
  });
});
