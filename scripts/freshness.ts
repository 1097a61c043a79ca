import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { judgeFreshness, type Releases } from './package/freshness.ts';
import { runCommand } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';

/**
 * Asks the registry for Electron's releases; exit code 1 if the declared one is too old. Not part of the tests, because it needs the
 * network.
 */
await runMain(async () => {
  const { devDependencies } = JSON.parse(await readFile(join(repositoryFolder, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  const answer = await runCommand('npm', ['view', 'electron', 'dist-tags', 'time', '--json']);
  const known = JSON.parse(answer) as { 'dist-tags': { latest: string }; time: Releases };
  const complaint = judgeFreshness(devDependencies.electron, known['dist-tags'].latest, known.time, new Date());
  process.stdout.write(`${complaint ?? `Electron ${devDependencies.electron} is current.`}\n`);
  process.exitCode = complaint === null ? 0 : 1;
});
