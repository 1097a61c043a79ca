import { readFileSync, writeFileSync } from 'node:fs';

/** Changes one bit of the last byte of a file, which in a sealed one belongs to a tag or a nonce. */
export function damageLastByte(path: string): void {
  const bytes = readFileSync(path);
  const last = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  writeFileSync(path, bytes);
}
