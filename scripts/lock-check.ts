import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeLock, type Advisories, type Justified, type Lock } from './package/judge-lock.ts';
import { judgeNode, type NodeDigests } from './package/judge-node.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';

/**
 * Checks what a build takes from outside: every package of the lockfile by registry and digest, a reason for each install script, no
 * version with an advisory, and the digest of the Node that builds and tests. Needs no network; exit code 1 if anything is wrong.
 */
await runMain(async () => {
  const read = async <T>(...path: readonly string[]): Promise<T> =>
    JSON.parse(await readFile(join(repositoryFolder, ...path), 'utf8')) as T;
  const lock = await read<Lock>('package-lock.json');
  const { node, scripts, advisories } = await read<{ node: NodeDigests; scripts: Justified; advisories: Advisories }>(
    'scripts',
    'build-inputs.json',
  );
  const { allowScripts } = await read<{ allowScripts: Readonly<Record<string, boolean>> }>('package.json');
  const complaints = [...judgeLock(lock, { justified: scripts, allowed: allowScripts, advisories }), ...(await judgeNode(lock, node))];
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
});
