import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf, releaseNotes, withRelease } from './release/changelog.ts';
import { runCommand, runVisibly } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';

const changelogFile = join(repositoryFolder, 'CHANGELOG.md');

/**
 * `npm run release -- 0.2.0`: from a clean checkout of main whose checks pass, gives the unreleased section of the changelog its version
 * and date, raises the package version, commits both and tags the commit. Nothing is pushed; the last line says what to push. With
 * `--dry-run` it runs the checks, prints the release notes and changes nothing.
 */
async function release(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean', default: false } } });
  const [version = ''] = positionals;
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Which version? For example: npm run release -- 0.2.0');
  await assertReleasable(version);
  const changelog = withRelease(await readFile(changelogFile, 'utf8'), version, dayOf(new Date()));
  if ((await runVisibly(process.execPath, [join(import.meta.dirname, 'check.ts')], { cwd: repositoryFolder })) !== 0)
    throw new Error('The checks did not pass. Nothing was changed.');
  const notes = releaseNotes(changelog, version);
  if (values['dry-run']) {
    process.stdout.write(`Version ${version} can be released, with these notes. Nothing was changed.\n\n${notes}\n`);
    return;
  }
  await writeFile(changelogFile, changelog);
  await raiseVersion(version);
  await git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json');
  await git('commit', '--message', `Release ${version}`, '--message', notes);
  await git('tag', '--annotate', `v${version}`, '--message', `Carrel ${version}`);
  process.stdout.write(`Version ${version} is committed and tagged. Publish it with: git push origin main v${version}\n`);
}

async function assertReleasable(version: string): Promise<void> {
  if ((await git('branch', '--show-current')).trim() !== 'main') throw new Error('A release must be made from main.');
  if ((await git('status', '--porcelain')).trim() !== '') throw new Error('There are uncommitted changes. Commit or stash them first.');
  if ((await git('tag', '--list', `v${version}`)).trim() !== '') throw new Error(`Version ${version} has already been released.`);
}

async function raiseVersion(version: string): Promise<void> {
  for (const name of ['package.json', 'package-lock.json']) {
    const path = join(repositoryFolder, name);
    const file = JSON.parse(await readFile(path, 'utf8')) as { version: string; packages?: { '': { version: string } } };
    file.version = version;
    if (file.packages !== undefined) file.packages[''].version = version;
    await writeFile(path, `${JSON.stringify(file, null, 2)}\n`);
  }
}

function git(...args: readonly string[]): Promise<string> {
  return runCommand('git', args, { cwd: repositoryFolder });
}

await runMain(release);
