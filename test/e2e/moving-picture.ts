import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { demoEnvironment } from '../../scripts/sandbox-process.ts';
import { dragFiles } from './drop.ts';
import { setFaults, setRevision, startService } from './service.ts';
import { closeToasts, untilMirrored } from './steps.ts';
import { cardOf, expect, rail, required, rowsShown, withWindow } from './walk.ts';
import { answerSaveDialog, temporaryFolder, type Carrel } from './window.ts';

const STUDY = '22-001';
const SIZE = { width: 1200, height: 750 };
/** Milliseconds that a frame is shown: for a pointer movement, a glance, a text to read. */
const STAY = { pointer: 700, glance: 1100, read: 2600 } as const;

/**
 * Goes from a mirror through a lost network and a filter to a verified workbook, and saves each step as `<number>-<milliseconds>.png` in
 * CARREL_SCREENSHOT_DIR: the frames of the README's moving picture.
 */
async function takeFrames(): Promise<void> {
  const folder = required('CARREL_SCREENSHOT_DIR');
  await mkdir(folder, { recursive: true });
  const service = await startService({ arguments: ['--studies', STUDY] });
  const exported = await temporaryFolder();
  try {
    await withWindow(demoEnvironment(service, ''), async (carrel) => {
      const { page } = carrel;
      await carrel.app.evaluate(({ BrowserWindow }, { width, height }) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
      }, SIZE);
      await untilMirrored(cardOf(page, STUDY));
      await closeToasts(page);
      const film = new Film(page, folder);
      await setRevision(service.baseUrl, 1);
      await mirror(film, page, () => setFaults(service.baseUrl, [{ delay: 250 }]));
      await service.stop();
      await withoutNetwork(film, page);
      await filter(film, page);
      const file = await workbook(film, carrel, exported.path);
      await verify(film, carrel, file);
    });
  } finally {
    await service.stop();
    await exported.remove();
  }
}

/** Saves frames of a page, with a pointer and a caption drawn over it. */
class Film {
  readonly #page: Page;
  readonly #folder: string;
  #frames = 0;

  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  async keep(stay: number): Promise<void> {
    const name = `${String(this.#frames++).padStart(3, '0')}-${String(stay)}.png`;
    await this.#page.screenshot({ path: join(this.#folder, name), animations: 'disabled' });
  }

  /** Moves the pointer to an element and clicks it. */
  async click(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box !== null) await this.#point(box.x + box.width / 2, box.y + box.height / 2);
    await this.keep(STAY.pointer);
    await target.click();
  }

  async caption(text: string): Promise<void> {
    await this.#page.evaluate((words) => {
      const id = 'film-caption';
      const caption = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
      caption.id = id;
      caption.textContent = words;
      Object.assign(caption.style, {
        position: 'fixed',
        left: '50%',
        bottom: '6px',
        transform: 'translateX(-50%)',
        zIndex: '10000',
        padding: '7px 18px',
        borderRadius: '8px',
        background: 'rgba(20, 24, 32, 0.9)',
        color: 'white',
        font: '600 15px "Inter Variable", sans-serif',
        pointerEvents: 'none',
      });
    }, text);
  }

  async #point(x: number, y: number): Promise<void> {
    await this.#page.evaluate(
      ([left, top]) => {
        const id = 'film-pointer';
        const pointer = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
        pointer.id = id;
        Object.assign(pointer.style, {
          position: 'fixed',
          left: `${String(left)}px`,
          top: `${String(top)}px`,
          width: '18px',
          height: '26px',
          zIndex: '10001',
          background: 'black',
          clipPath: 'polygon(0 0, 0 85%, 28% 66%, 46% 100%, 64% 92%, 46% 60%, 84% 60%)',
          filter: 'drop-shadow(0 0 1px white)',
          pointerEvents: 'none',
        });
      },
      [x, y] as const,
    );
  }
}

async function mirror(film: Film, page: Page, slowDown: () => Promise<void>): Promise<void> {
  const card = cardOf(page, STUDY);
  await film.caption('Mirror a study: every page is fetched, and proven');
  await film.keep(STAY.glance);
  await slowDown();
  await film.click(card.getByRole('button', { name: 'Sync', exact: true }));
  await expect(card.getByRole('progressbar').first()).toBeVisible();
  await film.keep(STAY.glance);
  await expect(page.getByText(`${STUDY} is complete as of`)).toBeVisible();
  await film.keep(STAY.read);
  await closeToasts(page);
}

async function withoutNetwork(film: Film, page: Page): Promise<void> {
  const card = cardOf(page, STUDY);
  await film.caption('The network is gone: the copy stays');
  await film.click(card.getByRole('button', { name: 'Sync', exact: true }));
  await expect(card.getByText('could not be reached')).toBeVisible();
  await film.keep(STAY.read);
  await closeToasts(page);
}

async function filter(film: Film, page: Page): Promise<void> {
  await film.caption('Filter thousands of results in a moment');
  await film.click(cardOf(page, STUDY).getByRole('button', { name: 'Open' }));
  await rail(page, 'Labs');
  await rowsShown(page, 'Labs');
  await film.keep(STAY.glance);
  await film.click(page.getByRole('button', { name: 'Filter', exact: true }));
  await page.getByLabel('Search the columns').fill('Flag');
  await film.click(page.getByRole('listitem').getByRole('button', { name: 'Flag', exact: true }));
  await film.click(page.getByRole('group', { name: 'Values of Flag' }).getByRole('checkbox', { name: /HIGH/ }));
  await film.click(page.getByRole('button', { name: /^Show [\d,]+ rows?$/ }));
  await rowsShown(page, 'Labs');
  await film.keep(STAY.read);
}

/** Returns the path of the written file. */
async function workbook(film: Film, carrel: Carrel, folder: string): Promise<string> {
  const { page } = carrel;
  const file = join(folder, `${STUDY}_labs.xlsx`);
  await answerSaveDialog(carrel, file);
  await film.caption('Export to a workbook, with its evidence beside it');
  await page.keyboard.press('Control+e');
  const dialog = page.getByRole('dialog', { name: /Export labs/ });
  await dialog.getByRole('radio', { name: /^Excel workbook/ }).check();
  await film.keep(STAY.glance);
  await film.click(dialog.getByRole('button', { name: /^Export [\d,]+ rows$/ }));
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await film.keep(STAY.read);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return file;
}

async function verify(film: Film, carrel: Carrel, file: string): Promise<void> {
  const { page } = carrel;
  await film.caption('Months later: is this still the file that left?');
  const drag = await dragFiles(carrel, file);
  await expect(page.getByText('Drop the file to verify it')).toBeVisible();
  await film.keep(STAY.glance);
  await drag.drop();
  const dialog = page.getByRole('dialog', { name: 'Verify a file' });
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await film.keep(STAY.read);
}

await takeFrames();
