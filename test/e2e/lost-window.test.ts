import { expect, test, type Locator } from '@playwright/test';
import { demoEnvironment } from '../../scripts/sandbox-process.ts';
import { openBench } from './bench.ts';
import { drawingProcesses, findGpuProcess, kill, requireProcess } from './processes.ts';
import { forgetRequests, requestsOf, setRevision } from './service.ts';
import { take, untilMirrored } from './steps.ts';
import { shownText } from './window.ts';

test.describe.configure({ mode: 'serial' });

/** F66: a rendering process is lost in the middle of a sync. Small pages from a slow service make the sync long enough. */
test.describe('F66 while a sync runs', () => {
  const { service, carrel, reopen } = openBench({ service: ['--studies', '22-001', '--page-size', '50', '--latency', '60'], data: 'data' });
  let revision = 1;

  test('a killed renderer restarts and shows the same sync, which loses no page', async () => {
    await syncIsSeen();
    const writer = await requireProcess(carrel, 'Carrel writer');
    const [drawing = 0] = await drawingProcesses(carrel);
    kill(drawing);
    await expect.poll(text).toMatch(/page \d+ of \d+/);
    expect(await drawingProcesses(carrel)).not.toContain(drawing);
    await expectWhole(writer);
  });

  test('a sync loses no page when the GPU process is killed', async () => {
    await startAgain();
    const gpu = await findGpuProcess(carrel);
    test.skip(gpu === null, 'this runtime draws without a process for the GPU');
    await syncIsSeen();
    const writer = await requireProcess(carrel, 'Carrel writer');
    kill(gpu ?? 0);
    const isBack = async (): Promise<boolean> => ![null, gpu].includes(await findGpuProcess(carrel));
    await expect.poll(isBack).toBe(true);
    await expect.poll(text).toMatch(/page \d+ of \d+/);
    await expectWhole(writer);
    await untilMirrored(card());
  });

  test('a hanging page is reloaded after a prompt, and the sync loses no page', async () => {
    await startAgain();
    const { app, page } = carrel;
    await app.evaluate(({ dialog }) => {
      const asked = globalThis as { questions?: string[] };
      asked.questions = [];
      dialog.showMessageBox = (...given: unknown[]) => {
        asked.questions?.push((given.at(-1) as { message: string }).message);
        return Promise.resolve({ response: 1, checkboxChecked: false });
      };
    });
    await syncIsSeen();
    const writer = await requireProcess(carrel, 'Carrel writer');
    const [drawing = 0] = await drawingProcesses(carrel);
    await page.evaluate(() => {
      setTimeout(() => {
        for (;;);
      });
    });
    // Chromium does not report a hanging page while a debugger such as Playwright is attached, so the event is emitted here.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    expect(await app.evaluate(() => (globalThis as { questions?: string[] }).questions)).toEqual([
      'The window has not answered for a while.',
    ]);
    await expect.poll(text).toContain('22-001');
    expect(await drawingProcesses(carrel)).not.toContain(drawing);
    await expectWhole(writer);
  });

  function card(): Locator {
    return carrel.page.getByRole('article', { name: 'Study 22-001' });
  }

  /** Restarts Carrel, since Playwright loses a page whose process was killed; it starts with a sync of newer data. */
  async function startAgain(): Promise<void> {
    await carrel.close();
    await setRevision(service.baseUrl, ++revision);
    await forgetRequests(service.baseUrl);
    await reopen(demoEnvironment(service, carrel.dataDir));
  }

  async function syncIsSeen(): Promise<void> {
    await expect(card()).toContainText(/page \d+ of \d+/);
  }

  function text(): Promise<string> {
    return shownText(carrel);
  }

  /** Expects that the sync succeeds in the process that began it, and requested each page twice: to read and to confirm it. */
  async function expectWhole(writer: number): Promise<void> {
    let before = 0;
    const isOver = async (): Promise<boolean> => {
      const seen = await requestsOf(service.baseUrl);
      const grew = seen.length !== before;
      before = seen.length;
      // The last dataset was reached, and nothing was requested since the previous look.
      return !grew && seen.some(({ endpoint }) => endpoint === 'responses');
    };
    await expect.poll(isOver, { intervals: [2000] }).toBe(true);
    await expect.poll(text).toContain('Ready for offline');
    expect(await requireProcess(carrel, 'Carrel writer')).toBe(writer);
    const asked = (await requestsOf(service.baseUrl)).filter(({ endpoint }) => endpoint === 'labs').map(({ page }) => page ?? 0);
    const last = Math.max(...asked);
    expect(last).toBeGreaterThan(50);
    expect(asked.sort((left, right) => left - right)).toEqual(Array.from({ length: 2 * last }, (_, index) => Math.floor(index / 2) + 1));
  }
});

test.describe('a part of the window that cannot be loaded', () => {
  const { carrel } = openBench({ service: ['--subjects', '3', '--studies', '22-001'] });

  test('shows a message in its place, leaves the rest usable, and is logged by its error class', async () => {
    const { app, page } = carrel;
    await untilMirrored(page.getByRole('article', { name: 'Study 22-001' }));
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.session.webRequest.onBeforeRequest(({ url }, decide) => {
        decide({ cancel: url.includes('/changes-place-') });
      });
    });
    await take(page, '22-001');
    const places = page.getByRole('navigation', { name: 'Places of this study' });
    await places.getByRole('button', { name: 'Changes' }).click();
    await expect(page.getByText('This part of Carrel could not be shown.')).toBeVisible();
    await places.getByRole('button', { name: 'Overview' }).click();
    await expect(page.getByText('This part of Carrel could not be shown.')).toBeHidden();
    await take(page, 'Settings, about');
    await expect(page.getByRole('log')).toContainText('where window · name TypeError');
  });
});
