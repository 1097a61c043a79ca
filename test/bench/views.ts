import type { Locator, Page } from '@playwright/test';
import { median, type Figure } from './figures.ts';
import { openCarrel } from '../e2e/window.ts';
import { gridRow, startEnvironment, type LargeWindow } from './large-window.ts';
import { promises } from './promises.ts';

/** Milliseconds: only ends a view that never appears. */
const hanging = 60_000;

interface View {
  readonly what: string;
  /** What is clicked in the rail. */
  readonly rail: string;
  /** The tab to choose there once, before the measurement. */
  readonly tab?: string;
  /** The selector of an element that is present once the view is drawn. */
  readonly ready: string;
}

const views = [
  { what: 'overview', rail: 'Overview', ready: '.dataset-table .subject-bar, .coverage-slot' },
  { what: 'waterfall', rail: 'Charts', tab: 'Waterfall', ready: '[data-chart] .chart-room svg path' },
  { what: 'spider', rail: 'Charts', tab: 'Spider', ready: '[data-chart] .chart-room svg path' },
  { what: 'swimmer', rail: 'Charts', tab: 'Swimmer', ready: '[data-chart] .chart-room svg path' },
  { what: 'reconciliation', rail: 'Charts', tab: 'Reconciliation', ready: '.reconciliation [role=row], .reconciliation tbody tr' },
  { what: 'lab trends, six tests', rail: 'Charts', tab: 'Lab trends', ready: '[data-chart] .chart-room svg path' },
  { what: 'vital trends', rail: 'Charts', tab: 'Vital trends', ready: '[data-chart] .chart-room svg path' },
  { what: 'shift table', rail: 'Charts', tab: 'Shifts', ready: '[data-chart] .chart-room svg rect' },
  { what: 'liver screen', rail: 'Charts', tab: 'Liver screen', ready: '[data-chart] .chart-room svg path' },
  { what: 'worst grades', rail: 'Charts', tab: 'Grades', ready: '[data-graded], .empty' },
  { what: 'looks at sites', rail: 'Charts', tab: 'Sites', ready: '.site-looks-table, .empty' },
  { what: 'issues', rail: 'Issues', ready: '.issues-list button, .empty' },
] as const satisfies readonly View[];

/** Clicks every view of a large study `times` times, the first apart: how long until it is drawn, and how long it blocks the window. */
export async function measureViews({ carrel: { page } }: LargeWindow, times: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const view of views) figures.push(await measureView(page, view, times));
  figures.push(await measureSubject(page, times));
  return figures;
}

async function measureView(page: Page, { what, rail, tab, ready }: View, times: number): Promise<Figure> {
  const places = page.getByRole('navigation', { name: 'Places of this study' });
  const open = places.getByRole('button', { name: rail, exact: false }).first();
  const away = places.getByRole('button', { name: 'Subjects' });
  if (tab !== undefined) {
    await open.click();
    await page.locator('.charts-head').getByText(tab, { exact: true }).click();
    await page.locator(ready).first().waitFor({ state: 'attached', timeout: hanging });
  }
  const took: Clicked[] = [];
  for (let round = 0; round < times; round++) {
    await away.click();
    await page.getByRole('region', { name: 'Subjects' }).locator('[role=row][row-index="0"]').waitFor();
    took.push(await click(open, ready));
  }
  return figureOf(what, took);
}

/** The overview as the first view of a study that was just opened: nothing was counted before in this process. */
export async function measureFirstOverview(folder: string): Promise<Figure> {
  const carrel = await openCarrel(folder, startEnvironment(folder));
  const { page } = carrel;
  try {
    const places = page.getByRole('navigation', { name: 'Places of this study' });
    await page.locator(gridRow).first().waitFor();
    const { took, longest } = await click(places.getByRole('button', { name: 'Overview' }), views[0].ready);
    const detail = `in a window that was just started; longest task ${longest.toFixed(0)} ms`;
    return { part: 'views', what: 'overview, the first view of all', value: took, unit: 'ms', promised: promises.firstTouch, detail };
  } finally {
    await carrel.close();
  }
}

/** From one subject to the next, as Alt with an arrow does. */
async function measureSubject(page: Page, times: number): Promise<Figure> {
  const grid = page.getByRole('region', { name: 'Subjects' });
  await page.getByRole('navigation', { name: 'Places of this study' }).getByRole('button', { name: 'Subjects' }).click();
  await grid.locator('[role=row][row-index="0"]').getByRole('gridcell').last().dblclick();
  const took: Clicked[] = [];
  const next = page.getByRole('button', { name: 'Next subject' });
  await page.locator('.timeline svg').first().waitFor({ state: 'attached', timeout: hanging });
  for (let round = 0; round < times; round++) {
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    took.push(await click(next, '.timeline svg', name));
  }
  return figureOf('page of the next subject', took);
}

interface Clicked {
  readonly took: number;
  readonly longest: number;
}

/** Clicks in the page itself and waits until `ready` is drawn; `not`: under a heading other than this one. */
function click(button: Locator, ready: string, not: string | null = null): Promise<Clicked> {
  return button.evaluate(
    (element, [selector, heading]) =>
      new Promise<Clicked>((done) => {
        const tasks: number[] = [];
        const observer = new PerformanceObserver((list) => {
          tasks.push(...list.getEntries().map(({ duration }) => duration));
        });
        observer.observe({ type: 'longtask' });
        const start = performance.now();
        const look = (): void => {
          const isThere = document.querySelector(selector) !== null && document.querySelector('h1')?.innerText !== heading;
          if (!isThere) {
            requestAnimationFrame(look);
            return;
          }
          // The frame that shows it has been drawn once the next one begins.
          requestAnimationFrame(() => {
            const took = performance.now() - start;
            setTimeout(() => {
              observer.disconnect();
              done({ took, longest: Math.max(0, ...tasks) });
            }, 300);
          });
        };
        if (element instanceof HTMLElement) element.click();
        requestAnimationFrame(look);
      }),
    [ready, not] as const,
  );
}

function figureOf(what: string, took: readonly Clicked[]): Figure {
  const [first, ...warm] = took;
  const longest = median(warm.map((one) => one.longest));
  return {
    part: 'views',
    what,
    value: median(warm.map((one) => one.took)),
    unit: 'ms',
    promised: promises.view,
    detail: `first ${(first?.took ?? Number.NaN).toFixed(0)} ms, longest task ${longest.toFixed(0)} ms`,
  };
}
