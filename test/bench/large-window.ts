import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApplication } from '../../scripts/build.ts';
import { DEMO_PASSPHRASE, demoEnvironment } from '../../scripts/sandbox-process.ts';
import { prepareWindow } from '../../scripts/test-runners.ts';
import { withDisplay } from '../../scripts/with-display.ts';
import { findProcess } from '../e2e/processes.ts';
import { startService, type Service } from '../e2e/service.ts';
import { openCarrel, type Carrel } from '../e2e/window.ts';

export const study = '22-001';

/** Any row of a grid: one that was scrolled opens where it was left, without its first row. */
export const gridRow = '[role=row][row-index] [role=gridcell]';

/** Milliseconds: only ends a mirror that hangs. */
const longestMirror = 1_800_000;

export interface StudySize {
  readonly labs: number;
  readonly subjects: number;
}

/** A window with a large mirrored study, and the service it came from. */
export interface LargeWindow {
  readonly carrel: Carrel;
  readonly service: Service;
  readonly folder: string;
}

/** Opens a window, lets it mirror a study of that size, and closes it after `work`, unless `work` has done so. */
export async function withLargeWindow<T>({ labs, subjects }: StudySize, work: (window: LargeWindow) => Promise<T>): Promise<T> {
  await prepareWindow();
  await buildApplication();
  return withDisplay(async (display) => {
    Object.assign(process.env, display);
    const folder = await mkdtemp(join(tmpdir(), 'carrel-window-'));
    const service = await startService({ arguments: ['--labs', String(labs), '--subjects', String(subjects), '--studies', study] });
    const carrel = await openCarrel(folder, demoEnvironment(service, folder));
    try {
      const card = carrel.page.getByRole('article', { name: `Study ${study}` });
      await card.getByText('Ready for offline', { exact: true }).waitFor({ timeout: longestMirror });
      await card.getByRole('button', { name: /^Open/ }).first().click();
      return await work({ carrel, service, folder });
    } finally {
      await carrel.close().catch(() => undefined);
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Resolves when what the first screens need is cached; a process of its own does that after each sync. */
export async function untilPrepared(carrel: Carrel): Promise<void> {
  while ((await findProcess(carrel, 'Carrel preparer')) !== null) await sleep(200);
}

/** The environment to open the data folder of an earlier window, with the demo's passphrase. */
export function startEnvironment(folder: string): NodeJS.ProcessEnv {
  return { CARREL_DATA_DIR: folder, CARREL_PASSPHRASE: DEMO_PASSPHRASE };
}
