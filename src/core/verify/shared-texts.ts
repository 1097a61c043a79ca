import { cellText } from './cell-text.ts';
import { scanMember, type Bytes } from './workbook-parts.ts';
import { StrangeXml } from './xml-text.ts';
import type { XmlListener } from './xml-scan.ts';
import type { ZipMember } from './zip-directory.ts';

/** Returns a text by its number; null if there is none. */
export type SharedTexts = (number: number) => string | null;

/**
 * A workbook saved by a spreadsheet program stores its texts apart from its sheets. Limits: number of texts, bytes of them in memory, and
 * bytes of their XML.
 */
const mostTexts = 8_000_000;
const mostHeld = 128 * 1024 * 1024;
const mostBytes = 1024 * 1024 * 1024;

/**
 * Reads the texts that cells refer to by number, or only the wanted ones. They are held as bytes; strings would take several times the
 * memory. Throws StrangeXml.
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

/** Bytes allocated at a time. */
const piece = 4 * 1024 * 1024;
const wide = /[^\0-\u00ff]/;

/** Concatenated texts, with one byte per character if possible, otherwise two. */
function heldTexts(): { readonly add: (text: string) => void; readonly at: SharedTexts } {
  const pieces: Buffer[] = [];
  let filled = piece;
  let count = 0;
  // Per text: its offset over all pieces, and twice its size in bytes, plus one if a character takes two bytes.
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
