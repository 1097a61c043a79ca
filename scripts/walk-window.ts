import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectronRuntime, runtimeEnvironment } from './electron-runtime.ts';
import { runVisibly } from './runtime/command.ts';
import { repositoryFolder } from './runtime/repository.ts';
import { withDisplay } from './with-display.ts';

/** Where a command saves its pictures: its argument, or this path in the repository. */
export function pathGiven(...usual: readonly string[]): string {
  const [given = join(repositoryFolder, ...usual)] = parseArgs({ allowPositionals: true }).positionals;
  return resolve(given);
}

/** Runs a script that walks through the window and saves pictures in `folder`, which it gets as CARREL_SCREENSHOT_DIR. */
export async function walkWindow(script: string, folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const runtime = await findElectronRuntime();
  await mkdir(folder, { recursive: true });
  const code = await withDisplay((display) =>
    runVisibly(process.execPath, [script], {
      cwd: repositoryFolder,
      env: { ...runtimeEnvironment(runtime), ...environment, ...display, CARREL_SCREENSHOT_DIR: folder },
    }),
  );
  if (code !== 0) throw new Error('The screenshots could not be taken. The reason is above.');
}
