import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DamagedArrays, openArrays, writeArrays, type NumberArray } from '../../../src/core/query/cached-on-disk/array-file.ts';
import { NoLongerWanted, type Slices } from '../../../src/core/query/columns-in-memory/slices.ts';
import { damageLastByte } from '../../unit/damage-last-byte.ts';

const mebibyte = 1024 * 1024;
const tag = 16;
const key = randomBytes(32);
let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-arrays-'));
  path = join(folder, 'arrays');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const write = (arrays: readonly NumberArray[], mayTake = true): Promise<void> =>
  writeArrays(path, key, { of: 'a test' }, arrays, () => mayTake);

/** Other work gets a turn after every chunk. */
const alwaysDue: Slices = { due: () => true, rest: async () => undefined };

/** Where the arrays begin: after magic, salt, length and index. */
const beginning = (): number => 52 + readFileSync(path).readUInt32LE(48);

test('reads back arrays of every type and length unchanged, also views of a larger buffer', async () => {
  const arrays: NumberArray[] = [
    new Uint8Array(0),
    Uint8Array.of(1, 255),
    Uint16Array.of(0, 65_535).subarray(1),
    Uint32Array.from({ length: mebibyte / 2 }, (_, index) => index * 7),
    Float64Array.of(Number.NaN, -0, 1.5, -Infinity),
    new Uint8Array(randomBytes(mebibyte)),
    new Uint8Array(randomBytes(2 * mebibyte + 1)).subarray(1),
  ];
  await write(arrays);
  const file = openArrays(path, key);
  expect(file?.about).toEqual({ of: 'a test' });
  for (const [place, array] of [...arrays.entries()].reverse()) {
    expect(file?.read(place)).toEqual(array);
    expect(await file?.readMeanwhile(place, alwaysDue)).toEqual(array);
  }
  expect(() => file?.read(arrays.length)).toThrow(DamagedArrays);
});

test('stops reading an array in slices that is no longer wanted, and reports a damaged one', async () => {
  await write([new Uint8Array(3 * mebibyte)]);
  const unwanted = vi.fn(async () => {
    throw new NoLongerWanted();
  });
  await expect(openArrays(path, key)?.readMeanwhile(0, { ...alwaysDue, rest: unwanted })).rejects.toThrow(NoLongerWanted);
  expect(unwanted).toHaveBeenCalledTimes(1);
  const opened = openArrays(path, key);
  damageLastByte(path);
  await expect(opened?.readMeanwhile(0, alwaysDue)).rejects.toThrow(DamagedArrays);
});

test('opens nothing if there is no file', () => {
  expect(openArrays(join(folder, 'none'), key)).toBeNull();
});

test('detects swapped chunks, within an array and between two', async () => {
  const array = (): Uint8Array => new Uint8Array(randomBytes(2 * mebibyte));
  await write([array(), array()]);
  const bytes = readFileSync(path);
  const chunk = (number: number): Buffer =>
    bytes.subarray(beginning() + number * (mebibyte + tag), beginning() + (number + 1) * (mebibyte + tag));
  for (const [one, other] of [
    [0, 1],
    [0, 2],
  ] as const) {
    const swapped = Buffer.from(bytes);
    swapped.set(chunk(other), beginning() + one * (mebibyte + tag));
    swapped.set(chunk(one), beginning() + other * (mebibyte + tag));
    writeFileSync(path, swapped);
    const file = openArrays(path, key);
    expect(() => file?.read(0)).toThrow(DamagedArrays);
    writeFileSync(path, bytes);
  }
  expect(openArrays(path, key)?.read(0)).toHaveLength(2 * mebibyte);
});

test('does not read from a file that replaced the open one', async () => {
  await write([Uint8Array.of(1, 2, 3)]);
  const open = openArrays(path, key);
  await write([Uint8Array.of(4, 5, 6)]);
  expect(() => open?.read(0)).toThrow(DamagedArrays);
});

test('reads nothing once the key is wiped', async () => {
  const own = Buffer.from(key);
  await write([Uint8Array.of(1, 2, 3)]);
  const open = openArrays(path, own);
  own.fill(0);
  expect(() => open?.read(0)).toThrow(DamagedArrays);
});

test('leaves only the earlier file if the new one may not take its name', async () => {
  await write([Uint8Array.of(1)]);
  const before = readFileSync(path);
  await write([Uint8Array.of(2)], false);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['arrays']);
});
