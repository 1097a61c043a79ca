import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../../src/shared/connection.ts';
import type { SealPair } from '../../../src/core/store/database/seal.ts';

/** What the test in this checkout passes to the one in the copy. */
export interface HandedOver {
  /** A service that has procedures as well. */
  readonly connection: Connection;
  readonly secret: string;
  /** A study that was mirrored before there were procedures: its file, the key of it in hex, and its seals. */
  readonly study: string;
  readonly path: string;
  readonly key: string;
  readonly seal: SealPair;
}

const name = 'handed-over.json';

export function handOver(folder: string, handed: HandedOver): void {
  writeFileSync(join(folder, name), JSON.stringify(handed), { mode: 0o600 });
}

export function readHandedOver(folder: string): HandedOver {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as HandedOver;
}
