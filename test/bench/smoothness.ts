import type { Page } from '@playwright/test';
import { answerSaveDialog, type Carrel } from '../e2e/window.ts';
import { setRevision } from '../e2e/service.ts';
import { quantile, type Figure } from './figures.ts';
import { study, type LargeWindow } from './large-window.ts';
import { join } from 'node:path';
import { promises } from './promises.ts';

/** Milliseconds of scrolling. */
const scrolled = 10_000;

/** Ten seconds of scrolling through the largest grid, and the delay of the main process during a sync and an export. */
export async function measureSmoothness({ carrel, service, folder }: LargeWindow): Promise<readonly Figure[]> {
  const { page } = carrel;
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Labs' }).click();
  const grid = page.getByRole('region', { name: 'Labs', exact: true });
  await grid.locator('[role=row][row-index="0"]').getByRole('gridcell').nth(2).click();
  const byKeys = await framesWhile(page, () => page.keyboard.press('PageDown'));
  await page.mouse.move(900, 500);
  const byWheel = await framesWhile(page, () => page.mouse.wheel(0, 600));
  await setRevision(service.baseUrl, 1);
  const inSync = await delayWhile(carrel, async () => {
    await page.getByRole('button', { name: 'Sync', exact: true }).click();
    await page.getByText(`${study} is complete as of`).waitFor({ timeout: 600_000 });
  });
  await answerSaveDialog(carrel, join(folder, 'labs.csv'));
  const inExport = await delayWhile(carrel, () => exportLabs(page));
  return [
    frames('scrolling by keys', byKeys),
    frames('scrolling by wheel', byWheel),
    delay('a sync', inSync),
    delay('an export', inExport),
  ];
}

/** Milliseconds from each frame to the next while `act` runs, without the first one. */
async function framesWhile(page: Page, act: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const gaps: number[] = [];
    let before = performance.now();
    const note = (now: number): void => {
      gaps.push(now - before);
      before = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(globalThis, { takeGaps: () => gaps.splice(0) });
  });
  const end = performance.now() + scrolled;
  while (performance.now() < end) await act();
  const gaps = await page.evaluate(() => (globalThis as unknown as { takeGaps: () => number[] }).takeGaps());
  return gaps.slice(1);
}

/** The 99th percentile of the main process's event loop delay while `act` runs, in milliseconds. */
async function delayWhile({ app }: Carrel, act: () => Promise<void>): Promise<number> {
  await app.evaluate(() => {
    const monitor = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
    monitor.enable();
    Object.assign(globalThis, { loopMonitor: monitor });
  });
  await act();
  return app.evaluate(() => {
    const { loopMonitor } = globalThis as unknown as { loopMonitor: { disable: () => void; percentile: (share: number) => number } };
    loopMonitor.disable();
    return loopMonitor.percentile(99) / 1e6;
  });
}

async function exportLabs(page: Page): Promise<void> {
  const selection = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };
  const request = {
    study,
    parts: [{ selection, sort: [], columns: [] }],
    vocabulary: 'plain',
    format: 'csv',
    delimiter: ',',
    zip: null,
    protection: null,
  };
  await page.evaluate(async (asked) => {
    const done = await window.carrel.call('export.start', { request: asked, suggestedName: 'labs.csv' });
    if (!done.ok) throw new Error('The export failed.');
  }, request);
}

function frames(what: string, gaps: readonly number[]): Figure {
  return {
    part: 'smoothness',
    what: `${what}, longest frame`,
    value: Math.max(...gaps),
    unit: 'ms',
    promised: promises.frame,
    detail: `${String(gaps.length)} frames, p99 ${quantile(gaps, 0.99).toFixed(0)} ms`,
  };
}

function delay(what: string, ms: number): Figure {
  return {
    part: 'smoothness',
    what: `main process late during ${what}, p99`,
    value: ms,
    unit: 'ms',
    promised: promises.eventLoop,
    detail: 'event loop delay, of which 1 ms is the clock',
  };
}
