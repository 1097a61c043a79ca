import { expect, test } from 'vitest';
import { createLineEncoder, LineBytes } from '../../../src/core/export/line-bytes.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

test('texts and bytes are written one behind the other, and a new beginning forgets them', () => {
  const bytes = new LineBytes();
  bytes.begin();
  bytes.add('é👩');
  bytes.addAscii('-ab');
  bytes.addByte(0x63);
  for (const length of [64, 65]) bytes.addBytes(Buffer.from('x'.repeat(length)));
  expect(text(bytes.written())).toBe(`é👩-abc${'x'.repeat(129)}`);
  bytes.begin();
  bytes.add('z');
  expect(text(bytes.written())).toBe('z');
});

test('the room grows with what is written and what is reserved, and keeps what was there', () => {
  const bytes = new LineBytes();
  const room = bytes.bytes.length;
  bytes.begin();
  bytes.addAscii('a'.repeat(room));
  expect([bytes.bytes.length, bytes.end]).toEqual([room, room]);
  bytes.addByte(0x62);
  expect(bytes.bytes.length).toBe(2 * room);
  expect(text(bytes.written())).toBe(`${'a'.repeat(room)}b`);
  bytes.begin(5 * room);
  expect(bytes.bytes.length).toBe(5 * room);
  bytes.addAscii('c');
  expect(bytes.bytes.length - bytes.end).toBeGreaterThanOrEqual(5 * room);
});

test.each(['€', 'é', 'x'])('a text of %s is written whole, however long', (character) => {
  const bytes = new LineBytes();
  bytes.begin();
  const long = character.repeat(bytes.bytes.length - 1);
  bytes.add(long);
  bytes.add(character);
  expect(text(bytes.written()) === long + character).toBe(true);
});

test.each([2, 70])('%i bytes are written whole at the end of the room', (length) => {
  const bytes = new LineBytes();
  bytes.begin();
  bytes.addAscii('a'.repeat(bytes.bytes.length - 1));
  bytes.addBytes(Buffer.from('b'.repeat(length)));
  expect(text(bytes.written()).slice(-length - 1)).toBe(`a${'b'.repeat(length)}`);
});

test('lines are encoded together, those of the next call alone', () => {
  const encode = createLineEncoder();
  expect(text(encode(['a\n', 'ü\n']))).toBe('a\nü\n');
  expect(text(encode(['b']))).toBe('b');
  expect(encode([])).toHaveLength(0);
});
