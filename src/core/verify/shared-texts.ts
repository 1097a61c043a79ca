import { cellText } from './cell-text.ts';
import { scanMember, type Bytes } from './workbook-parts.ts';
import { StrangeXml } from './xml-text.ts';
import type { XmlListener } from './xml-scan.ts';
import type { ZipMember } from './zip-directory.ts';

/** Texts by their number; null where there is none of that number. */
export type SharedTexts = (number: number) => string | null;

/** A workbook saved by a spreadsheet program keeps its texts apart from its sheets: how many, how many bytes of them, and of their XML. */
const mostTexts = 8_000_000;
const mostHeld = 128 * 1024 * 1024;
const mostBytes = 1024 * 1024 * 1024;

/**
 * The texts that cells name by their number, or of them those that are wanted. They are held as bytes: as strings they would take
 * several times the room. Throws StrangeXml.
 */
export async function readSharedTexts(
  file: Bytes,
  member: ZipMember | null,
  onBytes: (bytes: number) => void,
  wanted: ReadonlySet<number> | null = null,
): Promise<SharedTexts> {
  const held = heldTexts();
  if (member === null) return held.at;
  const cell = cellText('si');
  let sum = 0;
  let number = 0;
  const listener: XmlListener = {
    open: (name, _attributes, within) => {
      if ((name === 'sst' && within !== '') || (name === 'si' && within !== 'sst')) throw new StrangeXml('A text is out of its place.');
      if (name === 'si') cell.begin();
      cell.open(name, within);
    },
    text: cell.text,
    close: (name) => {
      cell.close(name);
      if (name === 'si') held.add(wanted?.has(number++) === false ? '' : cell.take());
    },
  };
  await scanMember(file, member, listener, (bytes) => {
    sum += bytes;
    if (sum > mostBytes) throw tooMany();
    onBytes(bytes);
  });
  return held.at;
}

function tooMany(): StrangeXml {
  return new StrangeXml('Its texts are too many to hold.');
}

/** Bytes that are made room for at a time. */
const piece = 4 * 1024 * 1024;
const wide = /[^\0-\u00ff]/;

/** Texts one after the other, a byte a character where that is enough, else two. */
function heldTexts(): { readonly add: (text: string) => void; readonly at: SharedTexts } {
  const pieces: Buffer[] = [];
  let filled = piece;
  let count = 0;
  // Of each text: its place over all pieces, and its bytes, doubled, and one more where a character takes two.
  let [places, sizes] = [new Uint32Array(1024), new Uint32Array(1024)];
  return {
    add: (text) => {
      const isWide = wide.test(text);
      const size = isWide ? text.length * 2 : text.length;
      if (filled + size > piece) {
        if ((pieces.length + 1) * piece > mostHeld) throw tooMany();
        pieces.push(Buffer.allocUnsafe(piece));
        filled = 0;
      }
      if (count === mostTexts) throw tooMany();
      if (count === places.length) [places, sizes] = [grown(places), grown(sizes)];
      pieces.at(-1)?.write(text, filled, isWide ? 'utf16le' : 'latin1');
      places[count] = (pieces.length - 1) * piece + filled;
      sizes[count] = size * 2 + (isWide ? 1 : 0);
      filled += size;
      count++;
    },
    at: (number) => {
      const [place, size] = [places[number], sizes[number]];
      if (number >= count || place === undefined || size === undefined) return null;
      if (size === 0) return '';
      const from = place % piece;
      return pieces[Math.floor(place / piece)]?.toString(size % 2 === 1 ? 'utf16le' : 'latin1', from, from + Math.floor(size / 2)) ?? null;
    },
  };
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
