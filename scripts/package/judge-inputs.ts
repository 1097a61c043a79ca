import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../runtime/repository.ts';
import { judgeLock, type Advisories, type Justified, type Lock } from './judge-lock.ts';
import { judgeNode, type NodeDigests } from './judge-node.ts';

/**
 * What is wrong with what a build takes from outside: every package of the lockfile by registry and digest, a reason for each install
 * script, no version with an advisory, and the digest of the Node that builds and tests. Needs no network.
 */
export async function judgeInputs(): Promise<readonly string[]> {
  const read = async <T>(...path: readonly string[]): Promise<T> =>
    JSON.parse(await readFile(join(repositoryFolder, ...path), 'utf8')) as T;
  const lock = await read<Lock>('package-lock.json');
  const { node, scripts, advisories } = await read<{ node: NodeDigests; scripts: Justified; advisories: Advisories }>(
    'scripts',
    'build-inputs.json',
  );
  const { allowScripts } = await read<{ allowScripts: Readonly<Record<string, boolean>> }>('package.json');
  return [...judgeLock(lock, { justified: scripts, allowed: allowScripts, advisories }), ...(await judgeNode(lock, node))];
}
