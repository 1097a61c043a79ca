import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApplication } from './build.ts';
import { runCommand } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { runMain } from './runtime/run-main.ts';
import { prepareWindow } from './test-runners.ts';
import { pathGiven, walkWindow } from './walk-window.ts';

// Saves each frame as `<number>-<milliseconds>.png`.
const WALK = join(repositoryFolder, 'test', 'e2e', 'moving-picture.ts');
const QUALITY = '75';

/** Makes the moving picture of the README from the real window: a looping animated WebP. */
async function makeMovingPicture(): Promise<void> {
  const file = pathGiven('docs', 'screenshots', 'carrel.webp');
  await prepareWindow('picture');
  await buildApplication();
  const folder = await mkdtemp(join(tmpdir(), 'carrel-picture-'));
  try {
    await walkWindow(WALK, folder, {});
    const frames = (await readdir(folder)).toSorted();
    const timed = frames.flatMap((name) => ['-d', stayOf(name), join(folder, name)]);
    await runCommand('img2webp', ['-loop', '0', '-mixed', '-q', QUALITY, '-m', '6', ...timed, '-o', file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stayOf(name: string): string {
  const stay = /-(\d+)\.png$/.exec(name)?.[1];
  if (stay === undefined) throw new Error(`${name} has no duration.`);
  return stay;
}

await runMain(makeMovingPicture);
