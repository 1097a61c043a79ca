import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../runtime/repository.ts';
import type { Lock } from './judge-lock.ts';

/** The Node that builds and tests: its version, and the SHA-256 (hex) of the program by platform and architecture. */
export interface NodeDigests {
  readonly version: string;
  readonly sha256: Readonly<Record<string, string>>;
}

/**
 * What is wrong with the Node of this project, one sentence each. Its package is a script that downloads the program, which no lockfile
 * pins.
 */
export async function judgeNode(
  { packages }: Lock,
  { version, sha256 }: NodeDigests,
  program = join(repositoryFolder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  machine = `${process.platform}-${process.arch}`,
): Promise<readonly string[]> {
  const locked = packages['node_modules/node']?.version;
  if (locked !== version) return [`The lockfile has Node ${locked ?? 'nowhere'}, and the digests are of ${version}.`];
  const expected = sha256[machine];
  // Another machine is not an error; what is pinned is checked if it is present.
  if (expected === undefined || !existsSync(program)) return [];
  const found = await digestOf(program);
  return found === expected ? [] : [`The program of Node ${version} for ${machine} is not the pinned one: its SHA-256 is ${found}.`];
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
