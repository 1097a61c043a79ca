import { readFileSync } from 'node:fs';
import { BlobReader, BlobWriter, TextReader, TextWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';

/** The zip with the text of each member changed, plus additional members. */
export async function rewriteZip(
  path: string,
  change: (text: string, name: string) => string,
  more: () => Readonly<Record<string, string>> = () => ({}),
): Promise<Buffer> {
  const reader = new ZipReader(new BlobReader(new Blob([readFileSync(path)])));
  const members: Record<string, string> = {};
  for (const entry of await reader.getEntries())
    if (!entry.directory) members[entry.filename] = change(await entry.getData(new TextWriter()), entry.filename);
  return zipOf({ ...members, ...more() });
}

/** A lone surrogate stands for an invalid UTF-8 byte. */
export async function zipOf(members: Readonly<Record<string, string>>): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(members)) {
    const [before = '', ...after] = text.split('\udc80');
    if (after.length === 0) await writer.add(name, new TextReader(text));
    else await writer.add(name, new BlobReader(new Blob([before, Uint8Array.of(0x80), after.join('')])));
  }
  return Buffer.from(await (await writer.close()).arrayBuffer());
}
